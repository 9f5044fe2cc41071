package dev.tributary.index;

/** Single documents of any generation. Thread-safe. */
public final class DocumentStores {

  private final OpenSearchHttp http;
  private final Destinations destinations;

  public DocumentStores(OpenSearchHttp http, Destinations destinations) {
    this.http = http;
    this.destinations = destinations;
  }

  public Destinations destinations() {
    return destinations;
  }

  /** What is read by it and what is then written by it is of one generation, whatever happens. */
  public DocumentStore of(Generation generation) {
    return new DocumentStore(http, destinations.instead(generation));
  }
}

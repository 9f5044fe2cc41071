package dev.tributary.enrich.objects;

/** What S3 says of an object that is not there. */
public final class MissingObjects {
  private MissingObjects() {}

  public static UnreadableObjectException of(String name) {
    return new UnreadableObjectException(name + " is not there", true);
  }
}

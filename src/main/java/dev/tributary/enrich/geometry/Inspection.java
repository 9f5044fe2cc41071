package dev.tributary.enrich.geometry;

import dev.tributary.entity.Swapped;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at a source feature by feature, each as if it stood alone. */
public final class Inspection implements Features {

  private final Swapped swapped;
  private final Consumer<Finding> findings;

  private Inspection(Swapped swapped, Consumer<Finding> findings) {
    this.swapped = swapped;
    this.findings = findings;
  }

  /**
   * @param findings are told as they are found
   * @throws RefusedGeometryException where nothing more can be read
   */
  public static void run(
      byte[] bytes, GeometryLimits limits, Swapped swapped, Consumer<Finding> findings)
      throws RefusedGeometryException {
    new GeometryReader(limits).read(bytes, new Inspection(swapped, findings));
  }

  @Override
  public void feature(String path, String label, Optional<Reading> reading) {
    Optional<GeometryFacts> facts = Optional.empty();
    Optional<String> refusal = Optional.empty();
    try {
      if (reading.isPresent()) {
        facts = Optional.of(Ladder.start(reading.get(), swapped).facts());
      }
    } catch (RefusedGeometryException e) {
      refusal = Optional.of(e.getMessage());
    }
    findings.accept(new Finding(path, label, facts, refusal));
  }

  @Override
  public void refused(String path, String label, RefusedGeometryException refusal) {
    findings.accept(new Finding(path, label, Optional.empty(), Optional.of(refusal.getMessage())));
  }
}

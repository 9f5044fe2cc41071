package dev.tributary.config;

import java.time.Duration;
import java.util.Optional;

/** Reads {@code worker.http} and {@code worker.metrics}. */
final class TellingReader {

  private static final String OFF = "off";
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private TellingReader() {}

  static Settings.Telling read(Section worker) {
    Section http = worker.section("http");
    Optional<Scalar> port = http.optional("port");
    Settings.Http served =
        new Settings.Http(
            port.filter(scalar -> !isOff(scalar)).flatMap(TellingReader::port),
            http.optional("bind")
                .flatMap(scalar -> scalar.name(NameRule.BIND))
                .orElse(Settings.Http.LOOPBACK));
    return new Settings.Telling(
        port.filter(TellingReader::isOff).isPresent() ? Optional.empty() : Optional.of(served),
        worker
            .section("metrics")
            .optional("emf")
            .filter(scalar -> !isOff(scalar))
            .flatMap(scalar -> scalar.duration(SHORTEST, LONGEST)));
  }

  private static boolean isOff(Scalar scalar) {
    return scalar.text().equals(OFF);
  }

  private static Optional<Integer> port(Scalar scalar) {
    if (scalar.text().matches("[0-9]{1,5}")) {
      int port = Integer.parseInt(scalar.text());
      if (port >= 1 && port <= 65535) {
        return Optional.of(port);
      }
    }
    scalar.problem("is not a port; write a number from 1 to 65535, or off");
    return Optional.empty();
  }
}

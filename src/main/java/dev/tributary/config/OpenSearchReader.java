package dev.tributary.config;

import dev.tributary.config.Settings.Authentication;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The section {@code opensearch}. */
final class OpenSearchReader {
  private static final Duration LONGEST_DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(100);
  private static final URI STAND_IN = URI.create("http://localhost:9200");
  private static final List<String> SIGNINGS = List.of("none", "es", "aoss");

  private OpenSearchReader() {}

  static Settings.OpenSearch read(Section openSearch, Path file, Duration failover) {
    Optional<URI> url =
        openSearch
            .required("url", "say where OpenSearch is, e.g. url: http://localhost:9200")
            .flatMap(HttpUrl::of);
    return new Settings.OpenSearch(
        url.orElse(STAND_IN),
        authentication(openSearch, url),
        requestTimeout(openSearch, failover),
        trusted(openSearch, file, url));
  }

  private static List<X509Certificate> trusted(Section openSearch, Path file, Optional<URI> url) {
    Optional<Scalar> certificates = openSearch.optional("certificates");
    if (certificates.isPresent() && url.filter(u -> !HttpUrl.isEncrypted(u)).isPresent()) {
      certificates.get().problem("needs a url that starts with https://");
    }
    return certificates
        .flatMap(scalar -> NamedFile.of(scalar, file, "PEM").flatMap(p -> Pem.read(scalar, p)))
        .orElse(List.of());
  }

  private static Authentication authentication(Section openSearch, Optional<URI> url) {
    Optional<Authentication> basic = basic(openSearch);
    Optional<Scalar> signing = openSearch.optional("signing").filter(OpenSearchReader::isSigned);
    if (signing.isEmpty()) {
      return basic.orElseGet(Authentication.None::new);
    }
    if (basic.isPresent()) {
      signing.get().problem("cannot go with a username; keep one way to authenticate");
    }
    if (url.filter(u -> !HttpUrl.isEncrypted(u)).isPresent()) {
      signing.get().problem("needs a url that starts with https://");
    }
    return new Authentication.Signed(signing.get().text());
  }

  private static Optional<Authentication> basic(Section openSearch) {
    Optional<String> username =
        openSearch.optional("username").flatMap(scalar -> scalar.name(NameRule.USERNAME));
    Optional<Secret> password = openSearch.secret("password");
    if (username.isPresent() && password.isEmpty()) {
      openSearch.missing("password", "username and password go together");
    }
    if (password.isPresent() && username.isEmpty()) {
      openSearch.missing("username", "username and password go together");
    }
    return username.flatMap(name -> password.map(word -> new Authentication.Basic(name, word)));
  }

  private static boolean isSigned(Scalar signing) {
    if (!SIGNINGS.contains(signing.text())) {
      signing.problem("is not one of " + String.join(", ", SIGNINGS));
      return false;
    }
    return !signing.text().equals("none");
  }

  private static Duration requestTimeout(Section openSearch, Duration failover) {
    Duration fallback = failover.multipliedBy(8).dividedBy(10);
    return openSearch
        .optional("requestTimeout")
        .flatMap(scalar -> scalar.duration(SHORTEST_TIMEOUT, Duration.ofMinutes(10)))
        .orElse(
            fallback.compareTo(LONGEST_DEFAULT_TIMEOUT) < 0 ? fallback : LONGEST_DEFAULT_TIMEOUT);
  }
}

package dev.tributary.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** The address of a server: scheme, host and port, and nothing behind them unless asked for. */
final class HttpUrl {
  private HttpUrl() {}

  /** Without a trailing slash, so that paths can be put behind it. */
  static Optional<URI> of(Scalar scalar) {
    return read(scalar, false);
  }

  /** The address of something on a server: a path may stand behind the port. */
  static Optional<URI> withPath(Scalar scalar) {
    return read(scalar, true);
  }

  private static Optional<URI> read(Scalar scalar, boolean withPath) {
    URI uri;
    try {
      uri = new URI(scalar.text());
    } catch (URISyntaxException e) {
      scalar.problem("is not a URL; write e.g. http://localhost:9200");
      return Optional.empty();
    }
    Optional<String> fault = fault(uri, withPath);
    fault.ifPresent(scalar::problem);
    return fault.isPresent() ? Optional.empty() : Optional.of(plain(uri));
  }

  static boolean isEncrypted(URI url) {
    return url.getScheme().equals("https");
  }

  private static Optional<String> fault(URI uri, boolean withPath) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return Optional.of("must start with http:// or https://");
    }
    if (uri.getRawAuthority() != null && uri.getRawAuthority().contains("@")) {
      return Optional.of("must not carry credentials; remove them from the URL");
    }
    if (uri.getHost() == null) {
      return Optional.of("has no host name made of letters, digits, - and .");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65535) {
      return Optional.of("has a port outside 1 to 65535");
    }
    boolean bare = uri.getRawPath().isEmpty() || uri.getRawPath().equals("/");
    if ((!bare && !withPath) || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      return Optional.of("must end after " + (withPath ? "the path" : "host and port"));
    }
    return Optional.empty();
  }

  private static URI plain(URI uri) {
    String path = uri.getRawPath().replaceFirst("/$", "");
    return URI.create(
        uri.getScheme().toLowerCase(Locale.ROOT) + "://" + uri.getRawAuthority() + path);
  }
}

package dev.tributary.enrich.objects;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The parts of a reference, as they stand in the text. Taken apart by hand: java.net.URI refuses
 * keys that people do write, and what it takes differs from what others do.
 *
 * @param scheme {@code s3}, {@code http} or {@code https}
 * @param authority between {@code //} and the path; for http in small letters, without the usual
 *     port
 * @param path from its first slash on, or empty
 * @param query without its question mark, or empty
 */
record Address(String scheme, String authority, String path, String query) {

  /** Presigned URLs with a session token have about 2,000 characters. */
  private static final int LONGEST = 16_384;

  private static final Pattern HTTP_AUTHORITY =
      Pattern.compile("(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?");

  private static final String MEND = ": write s3://bucket/key or the https URL of an S3 object";

  static Address of(String text) throws RefusedException {
    if (text.length() > LONGEST) {
      throw new RefusedException("has %d characters%s".formatted(text.length(), MEND));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new RefusedException(shownStart(text) + " is not valid Unicode" + MEND);
    }
    int colon = text.indexOf("://");
    if (colon <= 0) {
      throw new RefusedException(shownStart(text) + " is no reference" + MEND);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    boolean http = scheme.equals("http") || scheme.equals("https");
    if (!http && !scheme.equals("s3")) {
      throw new RefusedException("scheme " + Shown.quoted(scheme) + " is not read" + MEND);
    }
    String rest = text.substring(colon + 3);
    if (rest.indexOf('\\') >= 0) {
      throw new RefusedException("has a backslash" + MEND);
    }
    if (http && rest.indexOf('#') >= 0) {
      throw new RefusedException("has a '#': write %23 if it belongs to the key");
    }
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    int slash = place.indexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    return new Address(
        scheme,
        http ? host(scheme, authority) : bucket(authority),
        slash < 0 ? "" : place.substring(slash),
        question < 0 ? "" : rest.substring(question + 1));
  }

  private static String bucket(String authority) throws RefusedException {
    if (authority.indexOf('@') >= 0 || authority.indexOf(':') >= 0) {
      // Not shown: some tools have the keys to a bucket there.
      throw new RefusedException(
          "has a ':' or something before '@' where its bucket stands" + MEND);
    }
    return authority;
  }

  private static String host(String scheme, String authority) throws RefusedException {
    if (authority.indexOf('@') >= 0) {
      // Not shown: it may be a password.
      throw new RefusedException("has a user name before its host: remove what stands before '@'");
    }
    if (!HTTP_AUTHORITY.matcher(authority).matches()) {
      throw new RefusedException("host " + Shown.quoted(authority) + " is no host name" + MEND);
    }
    return normal(scheme, authority);
  }

  /** So that two ways to write one host are equal. */
  static String normal(String scheme, String authority) {
    String host = authority.toLowerCase(Locale.ROOT);
    String usual = scheme.equals("https") ? ":443" : ":80";
    return host.endsWith(usual) ? host.substring(0, host.length() - usual.length()) : host;
  }

  /** The query of a presigned URL is a secret, and so may be what stands before an {@code @}. */
  private static String shownStart(String text) {
    int end = text.indexOf('?') < 0 ? text.length() : text.indexOf('?');
    return text.lastIndexOf('@') < 0 ? Shown.quoted(text.substring(0, end)) : "it";
  }
}

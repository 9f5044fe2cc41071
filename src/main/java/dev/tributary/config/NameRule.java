package dev.tributary.config;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a kind of name may look like.
 *
 * @param says the rule in words
 */
record NameRule(Predicate<String> allows, String says) {

  /** It prefixes the names of DynamoDB tables, so it is made of their letters and leaves room. */
  static final NameRule APPLICATION =
      matching("[A-Za-z0-9_.-]{1,200}", "must be 1 to 200 of the letters A-Z a-z 0-9 _ . -");

  static final NameRule REGION =
      matching("[a-z0-9-]{1,50}", "is not a region; write e.g. region: eu-west-1");

  /** A colon would end the name where basic authentication joins name and password. */
  static final NameRule USERNAME = matching("[^:\\p{Cntrl}]+", "must not contain a colon");

  /** The names by which the file's parts call each other. */
  static final NameRule REFERENCE =
      matching(
          "[A-Za-z0-9_.-]{1,255}",
          "must be made of the letters A-Z a-z 0-9 _ . - (variables work in values only)");

  static final NameRule TABLE =
      matching(
          "[A-Za-z0-9_.-]{3,255}",
          "is not a DynamoDB table name: 3 to 255 of the letters A-Z a-z 0-9 _ . -");

  static final NameRule BUCKET =
      matching(
          "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]",
          "is not a bucket name: 3 to 63 of the letters a-z 0-9 . -, a letter or digit at both ends");

  /** As the AWS SDK has it. */
  static final NameRule PROFILE =
      matching(
          "[A-Za-z0-9_./%@:+-]{1,200}",
          "must be 1 to 200 of the letters A-Z a-z 0-9 _ . / % @ : + -");

  /** An index may have 255 bytes; the rest is for the generation's suffix. */
  static final NameRule INDEX =
      new NameRule(
          NameRule::isIndex,
          "is not an index name: at most 240 bytes of lower case, not starting with - _ or +, "
              + "without spaces and \\ / * ? \" < > | , # :");

  static final NameRule WORKER =
      matching("[A-Za-z0-9_.:-]{1,200}", "must be 1 to 200 of the letters A-Z a-z 0-9 _ . : -");

  static final NameRule BIND =
      matching(
          "[A-Za-z0-9.:%_-]{1,255}",
          "is not an address to listen at; write e.g. 127.0.0.1, or 0.0.0.0 for all of them");

  private static NameRule matching(String pattern, String says) {
    return new NameRule(Pattern.compile(pattern).asMatchPredicate(), says);
  }

  private static boolean isIndex(String name) {
    return name.matches("[^-_+\\\\/*?\"<>|\\s,#:\\p{Cntrl}][^\\\\/*?\"<>|\\s,#:\\p{Cntrl}]*")
        && !name.matches("\\.\\.?")
        && name.equals(name.toLowerCase(Locale.ROOT))
        && name.getBytes(StandardCharsets.UTF_8).length <= 240;
  }
}

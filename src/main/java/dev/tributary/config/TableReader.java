package dev.tributary.config;

import dev.tributary.config.Settings.Table;
import java.util.Optional;

/** One section of {@code tables}. */
final class TableReader {
  private TableReader() {}

  static Table read(String name, Section table) {
    return new Table(table.nameOr(name, NameRule.TABLE), key(table.section("key")));
  }

  private static Settings.Key key(Section key) {
    String pk =
        key.required("pk", "name the table's partition key attribute, e.g. pk: PK")
            .map(Scalar::text)
            .orElse("PK");
    Optional<String> sk = key.optional("sk").map(Scalar::text);
    if (sk.isPresent() && sk.get().equals(pk) && key.sound("pk")) {
      key.problem(
          "sk",
          "'%s' is the partition key already; a table without a sort key has no sk".formatted(pk));
      return new Settings.Key(pk, Optional.empty());
    }
    return new Settings.Key(pk, sk);
  }
}

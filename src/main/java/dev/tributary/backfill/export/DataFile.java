package dev.tributary.backfill.export;

import java.util.Objects;

/**
 * Some of an export's items, packed.
 *
 * @param key in the export's bucket
 * @param items how many
 * @param md5 of the file as it is stored, in base64
 */
public record DataFile(String key, long items, String md5) {
  public DataFile {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(md5, "md5");
  }
}

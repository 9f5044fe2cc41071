package dev.tributary.change;

/**
 * The names under which every document says where it came from. Documents are written with them,
 * indexes map them, and what is stored is read back by them.
 */
public final class SyncFields {

  /** The object that holds all the others. */
  public static final String SYNC = "_sync";

  public static final String TABLE = "table";

  public static final String PK = "pk";

  /** Absent where the table has no sort key. */
  public static final String SK = "sk";

  public static final String STREAM = "stream";

  public static final String SEQ = "seq";

  /** When DynamoDB made the stream record. */
  public static final String TIME = "time";

  /** When the item was read from the table; only in documents that no stream record made. */
  public static final String READ_AT = "readAt";

  /** Fields that were left out because their value could not be made. */
  public static final String OMITTED = "omitted";

  /** What became of each shape: its field, the step of the ladder, vertices before and after. */
  public static final String GEOMETRY = "geometry";

  /**
   * Each object that the item names: the attribute, the reference in it, the ETag of what was read,
   * and whether it is still waited for.
   */
  public static final String OBJECTS = "objects";

  private SyncFields() {}
}

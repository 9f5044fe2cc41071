package dev.tributary.system;

import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Puts, changes and removals of a few keys, the same for the same seed. */
final class Load {

  private final Sandbox sandbox;
  private final Random random;
  private final int keys;

  Load(Sandbox sandbox, long seed, int keys) {
    System.out.println("Load with seed " + seed);
    this.sandbox = sandbox;
    this.random = new Random(seed);
    this.keys = keys;
  }

  /** Makes this many changes, spread over all tables. */
  void run(int changes) {
    for (int i = 0; i < changes; i++) {
      String table = sandbox.tables().get(random.nextInt(sandbox.tables().size()));
      int key = random.nextInt(keys);
      String pk = "PLACE#" + key / 10;
      String sk = "SRC#" + key % 10;
      if (random.nextInt(5) == 0) {
        sandbox.remove(table, pk, sk);
      } else {
        sandbox.put(
            table,
            pk,
            sk,
            Map.of(
                "n", AttributeValue.fromN(String.valueOf(i)),
                "text", AttributeValue.fromS("x".repeat(random.nextInt(200)))));
      }
    }
  }
}

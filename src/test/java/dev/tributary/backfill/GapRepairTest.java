package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Gap;
import dev.tributary.table.Gap.Kind;
import dev.tributary.table.Gaps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GapRepairTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Gap gap(Kind kind, String subject) {
    return Gap.ofAll(kind, "shops", subject, NOW);
  }

  private static Optional<Plan> plan(Gap... gaps) {
    List<Gaps.Open> open =
        List.of(gaps).stream().map(gap -> new Gaps.Open(gap, NOW, "w1", NOW)).toList();
    return GapRepair.plan("shops", Set.of("shop", "offer"), open, 5);
  }

  @Test
  void nothingIsLoadedWithoutAGap() {
    assertThat(plan()).isEmpty();
  }

  @Test
  void aGapOfOneEntityNeedsOnlyThatEntity() {
    assertThat(plan(gap(Kind.NEW_ENTITY, "shop"), gap(Kind.CHANGED_ENTITY, "shop")))
        .contains(
            new Plan("shops", Optional.of("shop"), Optional.empty(), true, 5, Optional.empty()));
  }

  @Test
  void anyOtherGapNeedsTheWholeTable() {
    assertThat(plan(gap(Kind.NEW_ENTITY, "shop"), gap(Kind.NEW_ENTITY, "offer")))
        .hasValueSatisfying(plan -> assertThat(plan.entity()).isEmpty());
    assertThat(plan(gap(Kind.TRIMMED, "shardId-1")))
        .hasValueSatisfying(plan -> assertThat(plan.entity()).isEmpty());
  }

  private static boolean repairs(Optional<String> entity, String prefix, boolean sweep, Gap gap) {
    Plan plan = new Plan("shops", entity, Optional.ofNullable(prefix), sweep, 0, Optional.empty());
    return new Reach(null, plan).repairs(gap);
  }

  @Test
  void aGapIsMadeGoodByAllThatItMayHaveLeftOutAndASweep() {
    Gap trimmed = gap(Kind.TRIMMED, "shardId-1");
    Gap ofShop = gap(Kind.CHANGED_ENTITY, "shop");
    assertThat(repairs(Optional.empty(), null, true, trimmed)).isTrue();
    assertThat(repairs(Optional.empty(), null, true, ofShop)).isTrue();
    assertThat(repairs(Optional.of("shop"), null, true, ofShop)).isTrue();
    assertThat(repairs(Optional.empty(), null, false, trimmed)).as("no sweep").isFalse();
    assertThat(repairs(Optional.empty(), "SHOP#", true, trimmed)).as("a part of it").isFalse();
    assertThat(repairs(Optional.of("shop"), null, true, trimmed)).as("one entity").isFalse();
    assertThat(repairs(Optional.of("offer"), null, true, ofShop)).as("another one").isFalse();
    assertThat(repairs(Optional.empty(), null, true, Gap.ofAll(Kind.TRIMMED, "users", "s", NOW)))
        .as("another table")
        .isFalse();
  }

  private static List<Part> parts(int done) {
    List<Part> parts = new ArrayList<>();
    for (String name : PartName.all(2, new TreeSet<>(Set.of("offers", "shops")))) {
      Part fresh = Part.fresh(name);
      boolean over = parts.size() < done;
      parts.add(
          new Part(
              name,
              fresh.cursor(),
              fresh.pages(),
              fresh.counts(),
              over,
              fresh.worker(),
              fresh.since(),
              fresh.trouble()));
    }
    return parts;
  }

  @Test
  void aGapStaysOpenAfterTheLoadUntilEveryIndexIsSwept() {
    assertThat(GapRepair.isMadeGood(parts(1))).as("half of the load").isFalse();
    assertThat(GapRepair.isMadeGood(parts(2))).as("the load, no sweep").isFalse();
    assertThat(GapRepair.isMadeGood(parts(3))).as("one index is swept").isFalse();
    assertThat(GapRepair.isMadeGood(parts(4))).as("the load and both sweeps").isTrue();
    assertThat(GapRepair.isMadeGood(parts(2).subList(0, 2))).as("a load without sweeps").isFalse();
  }
}

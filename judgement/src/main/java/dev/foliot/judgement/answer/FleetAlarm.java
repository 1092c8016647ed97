package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a schedule wants to be woken for, by itself or beside an earlier run of the same fleet. */
public enum FleetAlarm {
  /** Some nodes changed their level at one time. */
  ONSET,
  /** There are groups. */
  GROUPS,
  /** Nodes stand far from the rest. */
  OUTLIER;

  /** Changes whose nodes agree so far are the same one. */
  private static final double SAME_NODES = 0.5;

  /** Groups of which more nodes moved are new. */
  private static final double FEW_MOVED = 0.1;

  /** Its name on the command line and in JSON. */
  public String words() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The alarm of that name; null for none. */
  public static @Nullable FleetAlarm named(String words) {
    return Arrays.stream(values())
        .filter(one -> one.words().equals(words))
        .findFirst()
        .orElse(null);
  }

  /**
   * The alarms that a fleet gives.
   *
   * @param before an earlier run, whose findings give none; null for none
   */
  public static Set<FleetAlarm> of(FleetRecord fleet, @Nullable FleetRecord before) {
    Set<FleetAlarm> alarms = EnumSet.noneOf(FleetAlarm.class);
    for (FleetAlarm one : values()) {
      if (one.isIn(fleet) && (before == null || one.isNew(fleet, before))) {
        alarms.add(one);
      }
    }
    return alarms;
  }

  private boolean isIn(FleetRecord fleet) {
    return switch (this) {
      case ONSET -> fleet.finding().onsets().stream().anyMatch(FleetOnset::isOfSome);
      case GROUPS -> fleet.verdict() == FleetVerdict.BANDS;
      case OUTLIER -> !fleet.groups().places().outliers().isEmpty();
    };
  }

  private boolean isNew(FleetRecord fleet, FleetRecord before) {
    return switch (this) {
      case ONSET ->
          fleet.finding().onsets().stream()
              .filter(FleetOnset::isOfSome)
              .anyMatch(
                  onset -> before.finding().onsets().stream().noneMatch(old -> isSame(onset, old)));
      case GROUPS ->
          before.verdict() != FleetVerdict.BANDS
              || before.bands().size() != fleet.bands().size()
              || moved(fleet, before) > FEW_MOVED;
      case OUTLIER ->
          !new HashSet<>(before.groups().places().outliers())
              .containsAll(fleet.groups().places().outliers());
    };
  }

  /** Whether both begin at a time that fits the other, on the same nodes. */
  private static boolean isSame(FleetOnset onset, FleetOnset old) {
    boolean together =
        onset.time().fromLowUs() <= old.time().fromHighUs()
            && old.time().fromLowUs() <= onset.time().fromHighUs();
    Set<String> both = new HashSet<>(onset.nodes());
    both.retainAll(old.nodes());
    List<String> more = onset.nodes().size() > old.nodes().size() ? onset.nodes() : old.nodes();
    return together && both.size() >= SAME_NODES * more.size();
  }

  private static double moved(FleetRecord fleet, FleetRecord before) {
    Map<String, Integer> then = before.groups().places().assignments();
    int common = 0;
    int moved = 0;
    for (Map.Entry<String, Integer> now : fleet.groups().places().assignments().entrySet()) {
      Integer old = then.get(now.getKey());
      common += old == null ? 0 : 1;
      moved += old == null || old.equals(now.getValue()) ? 0 : 1;
    }
    boolean placed = !fleet.groups().places().assignments().isEmpty();
    return common > 0 ? (double) moved / common : placed ? 1 : 0;
  }
}

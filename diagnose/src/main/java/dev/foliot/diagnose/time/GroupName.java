package dev.foliot.diagnose.time;

import dev.foliot.hotspot.threads.ThreadFamily;
import java.util.List;
import java.util.regex.Pattern;

/** Names of groups of threads. Pure. */
public final class GroupName {
  private static final Pattern NUMBERS = Pattern.compile("\\d+");
  private static final Pattern LAST_NUMBER = Pattern.compile("\\d+(?!.*\\d)");
  private static final int FEWEST_LETTERS = 3;

  private GroupName() {}

  /** The group of a thread by its name: HotSpot's own by what they do, others without numbers. */
  static String of(String thread) {
    ThreadFamily family = ThreadFamily.of(thread);
    return switch (family.kind()) {
      case GC, JIT, VM, CARRIERS -> family.name();
      case WORKERS, PROGRAM -> NUMBERS.matcher(thread).replaceAll("*");
    };
  }

  /** The group of the threads of a pool: {@code pool-1-thread-*}. */
  static String ofPool(List<String> threads) {
    List<String> all =
        threads.stream()
            .map(name -> LAST_NUMBER.matcher(name).replaceFirst("*"))
            .distinct()
            .toList();
    if (all.size() == 1) {
      return all.getFirst();
    }
    String common = all.stream().reduce(GroupName::beginning).orElse("");
    return common.chars().filter(Character::isLetter).count() < FEWEST_LETTERS
        ? all.stream().findFirst().orElse("") + " and others"
        : common + "*";
  }

  /** What two names begin with. */
  public static String beginning(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }
}

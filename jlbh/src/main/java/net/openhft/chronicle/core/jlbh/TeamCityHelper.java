package net.openhft.chronicle.core.jlbh;

import java.io.PrintStream;

/** Prints results as TeamCity's build statistics. */
public final class TeamCityHelper {
  private TeamCityHelper() {}

  /** Prints the last run, see {@link net.openhft.chronicle.jlbh.TeamCityHelper}. */
  public static void teamCityStatsLastRun(
      String prefix, JLBH jlbh, long iterations, PrintStream printStream) {
    net.openhft.chronicle.jlbh.TeamCityHelper.teamCityStatsLastRun(
        prefix, jlbh, iterations, printStream);
  }
}

package dev.foliot.report;

import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.answer.WatchAnswer;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.report.page.Page;
import dev.foliot.report.watch.WatchSections;
import dev.foliot.store.StoredRun;
import dev.foliot.store.watch.WatchFiles;
import java.time.ZoneId;
import java.util.List;

/**
 * A time of a watch as one HTML page: what happened when, and what it cost. The page is as {@link
 * Report}'s: it makes no request, and is read as well without its script. Stateless.
 */
public final class WatchReport {
  private WatchReport() {}

  /** Whether a run is a watch. */
  public static boolean isFor(StoredRun run) {
    return run.run().command().equals(WatchFiles.COMMAND);
  }

  /**
   * The page of a time.
   *
   * @param zone of the times on it
   * @throws dev.foliot.store.StoreException if the run cannot be read
   */
  public static String html(StoredRun run, WatchedTime.Span span, ZoneId zone) {
    List<WatchedTime> times = WatchedTime.of(run, span);
    NextCommands commands = NextCommands.after(run.run().commandLine());
    WatchAnswer answer = WatchAnswer.of(times, span, zone, commands);
    WatchSections all = new WatchSections(run, times, zone);
    return Page.html(all.cover(answer).named(List.of(run)), all.all());
  }
}

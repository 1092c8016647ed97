package dev.foliot.cli.watch;

import dev.foliot.cli.live.LivePages;
import dev.foliot.cli.live.LiveSite;
import dev.foliot.report.page.LiveSubject;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.text.Shown;
import dev.foliot.watch.WatchRun;
import dev.foliot.watch.totals.RequestTotals;
import dev.foliot.watch.totals.WatchTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The live pages of a watch, one for each JVM, and its metrics. Safe for any thread. */
final class WatchSite implements LiveSite, WatchRun.Listener {
  private static final int LONGEST_NAME = 60;

  private final WatchTotals totals = new WatchTotals();
  private final Map<String, WatchedPage> pages = new LinkedHashMap<>();

  @Override
  public synchronized void second(
      WatchRecord.Jvm jvm, WatchSecond second, @Nullable RequestTotals requests) {
    totals.add(jvm, second, requests);
    page(jvm).add(second);
  }

  @Override
  public synchronized void episode(WatchRecord.Jvm jvm, Episode episode) {
    totals.add(jvm, episode);
    page(jvm).add(episode);
  }

  @Override
  public synchronized void ended(WatchRecord.Jvm jvm) {
    totals.remove(jvm);
    pages.remove(jvm.folder());
  }

  @Override
  public void note(String text) {
    // said on the terminal
  }

  private WatchedPage page(WatchRecord.Jvm jvm) {
    return pages.computeIfAbsent(jvm.folder(), folder -> new WatchedPage(jvm, this::links));
  }

  /** To the others, if there are any. */
  private synchronized List<LiveSubject.Link> links(boolean isFirst) {
    List<LiveSubject.Link> links = new ArrayList<>();
    if (pages.size() > 1) {
      pages.forEach((folder, page) ->
          links.add(
              new LiveSubject.Link(
                  (isFirst ? "" : "../") + folder + "/", Shown.text(page.name(), LONGEST_NAME))));
    }
    return links;
  }

  @Override
  public synchronized Optional<LivePages> at(String below) {
    if (below.isEmpty()) {
      return Optional.of(
          pages.isEmpty() ? WatchedPage.none() : pages.values().iterator().next().first());
    }
    return below.endsWith("/")
        ? Optional.ofNullable(pages.get(below.substring(0, below.length() - 1)))
        : Optional.empty();
  }

  @Override
  public String ended() {
    return "The watch has ended.";
  }

  @Override
  public Optional<String> metrics() {
    return Optional.of(totals.openMetrics());
  }
}

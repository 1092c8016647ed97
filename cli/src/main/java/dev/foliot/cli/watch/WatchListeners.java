package dev.foliot.cli.watch;

import dev.foliot.cli.frame.Output;
import dev.foliot.cli.live.LiveServer;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.watch.WatchRun;
import dev.foliot.watch.totals.RequestTotals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** All that learn what a watch sees: the terminal, live pages, and the user's command. */
final class WatchListeners implements WatchRun.Listener, AutoCloseable {
  private final List<WatchRun.Listener> all = new ArrayList<>();
  private final EpisodeLines lines;
  private final @Nullable LiveServer server;
  private @Nullable EpisodeCommand command;
  private boolean isClosed;

  /**
   * Those that are asked for.
   *
   * @param port of the pages; empty for none
   * @throws dev.foliot.text.FoliotException if the port cannot be listened on
   */
  WatchListeners(Output output, OptionalInt port) {
    lines = new EpisodeLines(output);
    all.add(lines);
    WatchSite site = port.isPresent() ? new WatchSite() : null;
    server = site == null ? null : new LiveServer(port.getAsInt(), site);
    if (site != null) {
      all.add(site);
    }
  }

  /**
   * Runs a command for episodes, too.
   *
   * @param line as {@link EpisodeCommand} takes it
   * @param folder of the run
   */
  void run(String line, Path folder) {
    command = new EpisodeCommand(line, folder, lines);
    all.add(command);
  }

  /** Where the first page is; empty without pages. */
  Optional<String> address() {
    return Optional.ofNullable(server).map(LiveServer::address);
  }

  @Override
  public void episode(WatchRecord.Jvm jvm, Episode episode) {
    all.forEach(one -> one.episode(jvm, episode));
  }

  @Override
  public void note(String text) {
    all.forEach(one -> one.note(text));
  }

  @Override
  public void second(WatchRecord.Jvm jvm, WatchSecond second, @Nullable RequestTotals requests) {
    all.forEach(one -> one.second(jvm, second, requests));
  }

  @Override
  public void ended(WatchRecord.Jvm jvm) {
    all.forEach(one -> one.ended(jvm));
  }

  @Override
  public void close() {
    end();
  }

  /** Ends the command and the pages. */
  void end() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (command != null) {
      command.close();
    }
    if (server != null) {
      server.close();
    }
  }
}

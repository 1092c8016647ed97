package dev.foliot.cli.load;

import dev.foliot.cli.live.LiveServer;
import dev.foliot.cli.live.LiveState;
import dev.foliot.cli.live.LiveTerminal;
import dev.foliot.cli.live.LoadSite;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Words;
import dev.foliot.linux.Reading;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.loadrun.LivePush;
import dev.foliot.loadrun.LoadProgress;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.store.ForkRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What shows a running load: a line or a full screen, and perhaps a page. Safe for any thread. */
final class LoadViews implements LoadProgress, AutoCloseable {
  private final Console console;
  private final LiveState state;
  private final @Nullable LoadProgressLine line;
  private final @Nullable LiveTerminal screen;
  private final @Nullable LiveServer server;
  private final List<LivePush> pushes;
  private final List<String> complaints = new ArrayList<>();

  /**
   * Begins to show.
   *
   * @param isElsewhere whether other processes play the load
   * @throws dev.foliot.text.FoliotException if the page's port is taken, or there is no terminal
   */
  LoadViews(Console console, LoadTest test, LiveOptions options, boolean isElsewhere) {
    this.console = console;
    state = new LiveState(test, isElsewhere);
    server =
        options.port().isPresent()
            ? new LiveServer(options.port().getAsInt(), new LoadSite(state))
            : null;
    String page = server == null ? "" : server.address();
    if (server != null) {
      console.err().println("live page: " + page);
    }
    line = options.isLive() ? null : new LoadProgressLine(console, test);
    screen = options.isLive() ? new LiveTerminal(console, state, page) : null;
    pushes = options.pushes(test, this::complain);
  }

  @Override
  public void startsServer() {
    state.startsServer();
    if (line != null) {
      line.startsServer();
    }
  }

  @Override
  public void starts(int round, LoadPlan plan) {
    state.starts(round, plan);
    if (line != null) {
      line.starts(round, plan);
    }
    pushes.forEach(push -> push.starts(round, plan));
  }

  @Override
  public void generator(double cpus) {
    state.generator(cpus);
  }

  @Override
  public void sample(LiveSample sample) {
    state.sample(sample);
    if (line != null) {
      line.sample(sample);
    }
    pushes.forEach(push -> push.sample(sample));
  }

  /** Beside one line at once; a screen full of figures has no room until the end. */
  private void complain(String text) {
    if (line != null) {
      line.say(text);
      return;
    }
    synchronized (complaints) {
      complaints.add(text);
    }
  }

  @Override
  public void notRecorded(Reading.Unavailable<?> why) {
    complain("--explain: no extra load with a flight recording: " + Words.shown(why.sentence()));
  }

  @Override
  public void notInLog(String why) {
    complain("--server-log: " + Words.shown(why));
  }

  @Override
  public void ended(ForkRecord fork) {
    if (line != null) {
      line.ended(fork);
    }
  }

  /** Tells the readers of the page the answer. */
  void end(String answer) {
    if (server != null) {
      server.end(answer);
    }
  }

  /** Ends all of it, and leaves nothing on the terminal. */
  @Override
  public void close() {
    pushes.forEach(LivePush::close);
    if (line != null) {
      line.close();
    }
    if (screen != null) {
      screen.close();
    }
    if (server != null) {
      server.close();
    }
    synchronized (complaints) {
      complaints.forEach(console::error);
      complaints.clear();
    }
  }
}

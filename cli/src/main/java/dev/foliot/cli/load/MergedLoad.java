package dev.foliot.cli.load;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.load.LoadPart;
import dev.foliot.load.driver.LiveParts;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.loadrun.MergedRun;
import dev.foliot.loadrun.ServerSetup;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Parts of a load, put together as one run. While they are played, they can be followed. */
final class MergedLoad {
  /** Samples come twice a second. */
  private static final long POLL_MS = 250;

  private final Foliot foliot;
  private final Store store;
  private final NameOption name;
  private final List<LoadAssertion> assertions;

  MergedLoad(Foliot foliot, Store store, NameOption name, List<LoadAssertion> assertions) {
    this.foliot = foliot;
    this.store = store;
    this.name = name;
    this.assertions = List.copyOf(assertions);
  }

  /**
   * Puts parts together.
   *
   * @return the exit code
   */
  int merge(List<LoadPart> parts) {
    return show(stored(parts));
  }

  private LoadTestResult stored(List<LoadPart> parts) {
    LoadTestResult result = MergedRun.store(parts, assertions, foliot.commandLine(), store);
    name.give(store, result.folder(), "");
    return result;
  }

  private int show(LoadTestResult result) {
    return new LoadOutput(foliot, store, LoadComparison.NONE).show(result, Optional.empty());
  }

  /**
   * Shows parts while they are played, and puts them together once all have ended or should have.
   *
   * @param named the folder that they share
   * @return the exit code
   * @throws FoliotException if no part is played into it
   */
  int follow(List<String> named, LiveOptions live) throws Exception {
    live.mustNotPush();
    Path folder = Path.of(named.getFirst());
    if (named.size() > 1 || !Files.isDirectory(folder)) {
      throw FoliotException.usage(
          "--live and --serve follow the parts in one folder: give what they have as --store");
    }
    LiveParts parts = LiveParts.of(folder, System.currentTimeMillis());
    LoadTest test =
        new LoadTest(
            parts.plan().target().toString(),
            List.of(parts.plan()),
            new LoadTest.Rounds(1, false),
            new LoadTest.Generator(null, List.of()),
            ServerSetup.NONE,
            null,
            LoadTest.Limits.NONE,
            foliot.commandLine());
    LoadViews views = new LoadViews(foliot.console(), test, live, true);
    try (views) {
      return Interruption.during(cuts -> {
        CountDownLatch cut = new CountDownLatch(1);
        cuts.accept(cut::countDown);
        views.starts(1, parts.plan());
        while (!parts.haveEnded(System.currentTimeMillis())) {
          if (cut.await(POLL_MS, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException("interrupted; the parts play on");
          }
          parts.samples().forEach(views::sample);
        }
        LoadTestResult result = stored(PartOptions.parts(named, store));
        views.end(LoadAnswer.of(result, foliot.next()).sentence());
        views.close();
        return show(result);
      });
    }
  }
}

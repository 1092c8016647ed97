package dev.foliot.cli.demo;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.bench.Samples;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.demo.BurstExperiment;
import dev.foliot.demo.Demo;
import dev.foliot.demo.DemoExperiment;
import dev.foliot.demo.PlacementExperiment;
import dev.foliot.demo.StallExperiment;
import dev.foliot.service.Jdk;
import dev.foliot.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code foliot demo}: in about 75 s, what Foliot is for, and one page to show to others. */
@Command(
    name = "demo",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Shows in about 75 s what Foliot is for, and writes one page.",
    footer = {
      "",
      "Three experiments on this machine, without a network: a stall that a closed",
      "loop leaves out; two JVMs that differ only in the address of one class;",
      "virtual threads, a fixed pool and the adaptive pool under one burst.",
      "",
      "What this machine cannot do is explained, and the rest is done. Each",
      "experiment is kept as a run: foliot runs lists them, foliot report RUN has the",
      "details.",
      "",
      "Examples:",
      "  foliot demo",
      "  foliot demo --output /tmp/foliot.html"
    })
public final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write the page (report.html in the run's folder).")
  private @Nullable Path output;

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description =
          "The JDK of the two JVMs (the oldest of 17 to 21 that is found, else the one that runs"
              + " foliot, without its cure).")
  private @Nullable String jdk;

  /** For tests of the whole. */
  @Option(names = "--shortest", hidden = true)
  private boolean shortest;

  @Mixin private final QuietOptions quiet = new QuietOptions();

  private final Foliot foliot;

  public DemoCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Jdk asked = jdk == null ? null : Jdk.of(jdk);
    Store store = Store.open(foliot.store());
    List<String> words = foliot.commandLine();
    List<DemoExperiment> experiments =
        List.of(
            new StallExperiment(store, Samples::classPath, words, shortest),
            new PlacementExperiment(store, foliot.store(), words, asked, shortest),
            new BurstExperiment(store, words, shortest));
    DemoRun run =
        new DemoRun(
            new Demo(experiments, NanoClock.system()),
            store,
            foliot.output(),
            output,
            NanoClock.system());
    if (!shortest) {
      quiet.await(foliot.console());
    }
    return Interruption.during(run::play, run::cancel);
  }
}

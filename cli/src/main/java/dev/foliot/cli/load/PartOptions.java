package dev.foliot.cli.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.cli.frame.SparkOptions;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A load in parts, on many machines. */
public final class PartOptions {
  @Option(
      names = "--part",
      paramLabel = "K/N",
      description = "Play the K-th of N parts of the load, as in 3/8; --merge puts them together.")
  private @Nullable String part;

  @Option(
      names = "--start-at",
      paramLabel = "TIME",
      description = "When the load begins, as in 2026-12-01T10:00:00Z; the same for all parts.")
  private @Nullable String startAt;

  @Option(
      names = "--merge",
      description = "Put the runs of parts together that are named instead of a URL.")
  private boolean merge;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "What plays all parts: spark, as tasks of one barrier stage (this process).")
  private @Nullable String engine;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "With --engine spark: how many parts are played at the same time.")
  private @Nullable Integer parts;

  @Mixin private final SparkOptions sparkOptions = new SparkOptions();

  boolean isMerge() {
    return merge;
  }

  /**
   * How Spark is started, where it plays the parts; null where this process plays.
   *
   * @throws FoliotException for options that contradict each other
   */
  @Nullable SparkCommand spark() {
    if (engine == null) {
      if (parts != null) {
        throw FoliotException.usage(
            "--parts is for --engine spark: for one part in this process give --part 1/" + parts);
      }
      sparkOptions.mustBeAbsent();
      return null;
    }
    if (!engine.equals(SparkOptions.ENGINE)) {
      throw FoliotException.usage(
          "--engine is spark, and not '" + Shown.text(engine) + "'; without it this process plays");
    }
    if (merge || part != null) {
      throw FoliotException.usage(
          "--engine spark plays all parts and merges them: leave "
              + (merge ? "--merge" : "--part")
              + " out");
    }
    if (parts == null || parts < 2) {
      throw FoliotException.usage(
          "--engine spark needs --parts, 2 or more: say how many are played, as in --parts 4");
    }
    return sparkOptions.command("foliot load");
  }

  boolean isPart() {
    return part != null && Share.parse(part).isPart();
  }

  /** The plan, or the part of it that was asked for. */
  LoadPlan of(LoadPlan plan) {
    if (part == null && parts == null && startAt == null) {
      return plan;
    }
    Share share =
        parts != null ? new Share(1, parts) : part == null ? Share.WHOLE : Share.parse(part);
    if (share.of() > plan.sending().connections()) {
      throw FoliotException.usage(
          "%d parts need a connection each, and the load has %d: give more --connections"
              .formatted(share.of(), plan.sending().connections()));
    }
    return plan.part(share, startAt == null ? 0 : moment(startAt));
  }

  private static long moment(String text) {
    try {
      return Instant.parse(text.strip()).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new BadOptionException(
          "--start-at '"
              + Shown.text(text)
              + "' is no time: write it in UTC, as in 2026-12-01T10:00:00Z");
    }
  }

  /**
   * The parts that are named.
   *
   * @param named runs of parts, or folders with such runs
   */
  static List<LoadPart> parts(List<String> named, Store store) {
    List<LoadPart> parts = new ArrayList<>();
    for (String name : named) {
      Path folder = Path.of(name);
      List<Path> runs = Files.isDirectory(folder) ? runs(folder) : List.of();
      if (runs.isEmpty() && !Files.isDirectory(folder)) {
        runs = runs(store.find(name).path());
      }
      if (runs.isEmpty()) {
        throw FoliotException.usage(
            "'" + Shown.text(name) + "' is no part of a load: give runs that --part made");
      }
      runs.forEach(run -> parts.add(LoadPart.read(run.resolve(LoadPart.FILE))));
    }
    return parts;
  }

  private static List<Path> runs(Path folder) {
    if (Files.exists(folder.resolve(LoadPart.FILE))) {
      return List.of(folder);
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(one -> Files.exists(one.resolve(LoadPart.FILE))).sorted().toList();
    } catch (IOException e) {
      throw FoliotException.environment(
          "the folder " + Shown.text(folder.toString()) + " cannot be read: " + e.getMessage());
    }
  }
}

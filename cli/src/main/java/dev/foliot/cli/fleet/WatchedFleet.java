package dev.foliot.cli.fleet;

import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.judgement.watch.WatchMinutes;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a fleet, in which folders with the stores of watches became a table of their
 * minutes. Closing removes that table.
 */
final class WatchedFleet implements AutoCloseable {
  /** A folder of stores, a store in it, its runs, and their files. */
  private static final int DEPTH = 5;

  private final List<String> files;
  private final List<StoredRun> watches;
  private final @Nullable ScratchFolder scratch;

  private WatchedFleet(
      List<String> files, List<StoredRun> watches, @Nullable ScratchFolder scratch) {
    this.files = files;
    this.watches = watches;
    this.scratch = scratch;
  }

  /**
   * Reads the watches that are in the folders among some files.
   *
   * @throws FoliotException if other files stand beside them, or the table cannot be written
   */
  static WatchedFleet of(List<String> files) {
    List<StoredRun> watches = new ArrayList<>();
    for (String file : files) {
      List<StoredRun> of = watches(file);
      if (!watches.isEmpty() && of.isEmpty()) {
        throw mixed(file);
      }
      watches.addAll(of);
    }
    if (watches.isEmpty()) {
      return new WatchedFleet(files, List.of(), null);
    }
    if (watches(files.getFirst()).isEmpty()) {
      throw mixed(files.getFirst());
    }
    return switch (ScratchFolder.of("foliot-watches-")) {
      case Reading.Unavailable<ScratchFolder> none -> throw FoliotException.environment(none.why());
      case Reading.Value<ScratchFolder>(ScratchFolder scratch) -> {
        Path table = scratch.path().resolve("watches.csv");
        try (OutputStream out = Files.newOutputStream(table)) {
          WatchMinutes.write(watches, out);
        } catch (IOException e) {
          scratch.close();
          throw FoliotException.environment(
              "the minutes of the watches cannot be written to "
                  + table
                  + " ("
                  + e.getMessage()
                  + "): make room there");
        }
        yield new WatchedFleet(List.of(table.toString()), watches, scratch);
      }
    };
  }

  private static FoliotException mixed(String file) {
    return FoliotException.usage(
        "'"
            + Shown.text(file)
            + "' holds no watch, and others do: read them in a run of their own");
  }

  private static List<StoredRun> watches(String file) {
    try (Stream<Path> below =
        Files.find(
            Path.of(file),
            DEPTH,
            (path, kind) -> kind.isRegularFile() && path.endsWith(WatchFiles.WATCH_FILE))) {
      return below
          .sorted()
          .flatMap(path -> Store.at(path.resolveSibling("")).stream())
          .filter(run -> run.run().command().equals(WatchFiles.COMMAND))
          .toList();
    } catch (IOException | InvalidPathException e) {
      // what it is says the reader of files
      return List.of();
    }
  }

  List<String> files() {
    return files;
  }

  /** With what the watches know of its changes of level. */
  FleetRecord explained(FleetRecord fleet) {
    return watches.isEmpty() ? fleet : WatchMinutes.withCauses(fleet, watches);
  }

  /** What its columns mean, where the user does not say it. */
  FleetRequest.Asked asked(FleetRequest.Asked by) {
    return scratch == null
        ? by
        : new FleetRequest.Asked(
            or(by.metric(), WatchMinutes.STRETCH),
            or(by.node(), WatchMinutes.NODE),
            or(by.time(), WatchMinutes.TIME),
            by.labels(),
            by.load(),
            or(by.start(), WatchMinutes.STARTED));
  }

  private static String or(@Nullable String asked, String usual) {
    return asked == null ? usual : asked;
  }

  @Override
  public void close() {
    if (scratch != null) {
      scratch.close();
    }
  }
}

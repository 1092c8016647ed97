package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Roles;
import dev.foliot.fleet.engine.DuckDb;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.engine.Spark;
import dev.foliot.fleet.engine.TemporaryFolder;
import dev.foliot.fleet.points.Measuring;
import dev.foliot.fleet.points.Source;
import dev.foliot.fleet.rows.FileNames;
import dev.foliot.fleet.rows.Format;
import dev.foliot.fleet.rows.FormatSniffer;
import dev.foliot.fleet.rows.InputFile;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.store.fleet.FleetInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Reads one fleet, and can be cancelled. */
public final class Reading implements Callable<Reading.Result> {
  private static final int MOST_FILES_NAMED = 20;
  private static final String STANDARD_INPUT = "standard input";

  private final FleetRequest request;
  private final @Nullable SparkCommand spark;
  private final InputStream input;
  private final boolean checked;
  private volatile @Nullable Engine engine;
  private int notOpened;
  private int empty;
  private int readHere;

  /**
   * @param checked whether it says how the columns are understood, with the first points
   */
  Reading(FleetRequest request, @Nullable SparkCommand spark, InputStream input, boolean checked) {
    this.checked = checked;
    this.request = request;
    this.spark = spark;
    this.input = input;
  }

  /**
   * What was read.
   *
   * @param check how it was read; null if nobody asked
   */
  record Result(FleetMeasured measured, @Nullable FleetCheck check) {}

  @Override
  public Result call() throws IOException, SQLException {
    return spark == null ? here() : onSpark(spark);
  }

  private Result onSpark(SparkCommand command) throws IOException, SQLException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      List<String> names;
      List<InputFile> copies;
      try (Spark opened = Spark.start(command, started -> engine = started)) {
        SparkFiles files = SparkFiles.of(opened, request);
        notOpened = files.notOpened();
        empty = files.empty();
        names = files.shown();
        if (!FleetReader.hasDuckDb() || !files.isSmall(opened)) {
          SparkInput input = SparkInput.of(opened, files.all(), request, folder.path());
          String name = name(names);
          Source source = new TableSource(opened, input.table(), request, name);
          return measure(opened, source, input.format(), names, name);
        }
        Path inside = Files.createDirectory(folder.path().resolve("input"));
        copies = files.here(opened, request.writing(), inside);
      }
      readHere = copies.size();
      return here(copies, names, folder.path());
    }
  }

  private Result here() throws IOException, SQLException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      List<InputFile> files = files(folder.path());
      List<String> paths =
          files.stream()
              .map(file ->
                  file.name().equals(STANDARD_INPUT) ? STANDARD_INPUT : file.path().toString())
              .toList();
      return here(files, paths, folder.path());
    }
  }

  /**
   * Reads files by DuckDB.
   *
   * @param paths where they are, as the result says
   */
  private Result here(List<InputFile> files, List<String> paths, Path folder)
      throws IOException, SQLException {
    Format format = format(files);
    List<Path> readable =
        format == Format.PARQUET ? EngineTable.readable(files, folder) : List.of();
    try (DuckDb opened =
        DuckDb.open(folder, readable, request.engine().memoryBytes(), request.engine().threads())) {
      engine = opened;
      String name = name(files.stream().map(InputFile::name).toList());
      Source source =
          format == Format.PARQUET
              ? new TableSource(opened, EngineTable.parquet(readable), request, name)
              : new TextSource(opened, files, request, name);
      return measure(opened, source, format, paths, name);
    }
  }

  /** The files, and the standard input as a file in this folder: it is read more than once. */
  private List<InputFile> files(Path folder) throws IOException {
    FleetRequest.Writing writing = request.writing();
    List<InputFile> files = new ArrayList<>();
    List<String> named = new ArrayList<>(request.files());
    if (named.remove(FleetRequest.STANDARD_INPUT)) {
      named.removeAll(List.of(FleetRequest.STANDARD_INPUT));
      Path copy = folder.resolve("input");
      Files.copy(input, copy);
      files.add(FormatSniffer.sniff(copy, STANDARD_INPUT, writing.encoding(), writing.columns()));
    }
    List<Path> all = named.isEmpty() && !files.isEmpty() ? List.of() : FileNames.expand(named);
    List<Path> within = FilesOfSpan.of(all, request.span());
    notOpened = all.size() - within.size();
    List<Path> filled = new ArrayList<>();
    for (Path path : within) {
      if (Files.size(path) > 0) {
        filled.add(path);
      }
    }
    empty = filled.isEmpty() ? 0 : within.size() - filled.size();
    for (Path path : filled.isEmpty() ? within : filled) {
      files.add(FormatSniffer.sniff(path, writing.encoding(), writing.columns()));
    }
    return files;
  }

  /** Ends it early. From any thread; may be repeated. */
  void cancel() {
    Engine now = engine;
    if (now != null) {
      now.cancel();
    }
  }

  private Result measure(
      Engine opened, Source source, Format format, List<String> files, String name)
      throws IOException, SQLException {
    Columns columns = source.columns();
    Layout layout = Roles.of(columns, request);
    Notes notes = new Notes();
    notes.count("files were not opened: by their paths they are of other times", notOpened);
    notes.count("files are empty, and were left out", empty);
    notes.count("small files were read here: Spark only found and copied them", readHere);
    MissingFolders.note(files, notes);
    Source.Staged staged = source.stage(layout, notes);
    Measuring.Measured measured =
        new Measuring(opened, layout, staged, name, format.sparse(), notes).measure();
    FleetInput input =
        new FleetInput(
            files.size() <= MOST_FILES_NAMED ? files : request.files(),
            format.label(),
            new FleetInput.Columns(
                layout.measure().metricText(),
                layout.place().node(),
                layout.place().time(),
                layout.measure().loadText(),
                measured.startUsed() ? layout.place().start() : null,
                layout.texts().labels()),
            layout.guesses());
    return new Result(
        new FleetMeasured(measured.sums(), input, measured.data()),
        checked ? Checking.of(opened, columns, layout, input, measured) : null);
  }

  private static Format format(List<InputFile> files) {
    InputFile first = files.getFirst();
    for (InputFile file : files) {
      if (file.format() != first.format()) {
        throw new FleetException(
            "%s is %s, but %s is %s: give files of one format at a time"
                .formatted(
                    first.name(), first.format().label(), file.name(), file.format().label()));
      }
    }
    return first.format();
  }

  private static String name(List<String> files) {
    String first = files.getFirst();
    return files.size() == 1 ? first : first + " and " + (files.size() - 1) + " more";
  }
}

package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.engine.Answer;
import dev.foliot.fleet.engine.Spark;
import dev.foliot.fleet.rows.FormatSniffer;
import dev.foliot.fleet.rows.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The files that Spark finds, on this machine or in any store that it knows.
 *
 * @param all their names as Spark has them, in order
 * @param bytes of all
 * @param notOpened the number of files of other times, which are not among them
 * @param empty the number of files without a byte, which are not among them
 */
record SparkFiles(List<String> all, long bytes, int notOpened, int empty) {
  private static final String LOCAL = "file:";
  private static final int MOST_COPIED = 1_000;

  /** The setting, which is Spark's so that its own files can have it. */
  private static final String COPY_BELOW = "spark.foliot.copyBelow";

  private static final String USUALLY = "64m";

  /** What Hadoop inflates, and Foliot does not. */
  private static final Pattern PACKED = Pattern.compile(".*\\.(bz2|lz4|deflate|snappy)");

  private static final Pattern SCHEME = Pattern.compile("^[a-z][a-z0-9+.-]*:/+");

  /**
   * Finds them.
   *
   * @throws FleetException if there are none
   */
  static SparkFiles of(Spark spark, FleetRequest request) throws SQLException {
    if (request.files().isEmpty()) {
      throw new FleetException("no file is given: name one, as nodes.parquet");
    }
    if (request.files().contains(FleetRequest.STANDARD_INPUT)) {
      throw new FleetException(
          "the standard input is read here, and not by --engine spark: save it to a file");
    }
    Map<String, Long> found = list(spark, request.files());
    List<String> within = FilesOfSpan.of(List.copyOf(found.keySet()), request.span());
    List<String> filled = within.stream().filter(file -> found.getOrDefault(file, 0L) > 0).toList();
    if (filled.isEmpty()) {
      throw new FleetException(
          shown(within.getFirst()) + " is empty: give a file with data, or remove it");
    }
    return new SparkFiles(
        filled,
        filled.stream().mapToLong(file -> found.getOrDefault(file, 0L)).sum(),
        found.size() - within.size(),
        within.size() - filled.size());
  }

  private static Map<String, Long> list(Spark spark, List<String> paths) throws SQLException {
    List<String> words = new ArrayList<>(List.of("list"));
    words.addAll(paths);
    Map<String, Long> files =
        spark.ask(
            answer -> {
              Map<String, Long> all = new LinkedHashMap<>();
              while (answer.next()) {
                all.put(String.valueOf(answer.getString(1)), answer.getLong(2));
              }
              return all;
            },
            words.toArray(new String[0]));
    if (files.isEmpty()) {
      throw new FleetException(
          "%s: there is no file in it: name files, folders or globs".formatted(Texts.list(paths)));
    }
    return files;
  }

  /** The name of a file for messages. */
  static String shown(String file) {
    return Texts.line(file.startsWith(LOCAL + "/") ? local(file) : file, 200);
  }

  private static String local(String file) {
    return file.substring(LOCAL.length()).replaceFirst("^//+", "/");
  }

  List<String> shown() {
    return all.stream().map(SparkFiles::shown).toList();
  }

  /** Whether they are so small that copying and reading them here is less work than a query. */
  boolean isSmall(Spark spark) throws SQLException {
    return all.size() <= MOST_COPIED
        && all.stream().noneMatch(file -> PACKED.matcher(file).matches())
        && bytes <= spark.ask(SparkFiles::number, "bytes", COPY_BELOW, USUALLY);
  }

  private static long number(Answer answer) throws SQLException {
    answer.next();
    return answer.getLong(1);
  }

  /**
   * Copies them; those of this machine are read where they are.
   *
   * @param folder for the copies, which keep the names of their folders: some are keys
   */
  List<InputFile> here(Spark spark, FleetRequest.Writing writing, Path folder)
      throws IOException, SQLException {
    List<Path> paths = new ArrayList<>();
    List<String> words = new ArrayList<>(List.of("copy"));
    for (String file : all) {
      if (file.startsWith(LOCAL)) {
        paths.add(Path.of(local(file)));
        continue;
      }
      Path copy = folder.resolve(SCHEME.matcher(file).replaceFirst("")).normalize();
      if (!copy.startsWith(folder)) {
        throw new FleetException(shown(file) + ": its name leads out of its folder: rename it");
      }
      Files.createDirectories(copy.getParent());
      paths.add(copy);
      words.addAll(List.of(file, copy.toString()));
    }
    if (words.size() > 1) {
      spark.ask(answer -> answer.next(), words.toArray(new String[0]));
    }
    List<InputFile> files = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      files.add(
          FormatSniffer.sniff(
              paths.get(i), shown(all.get(i)), writing.encoding(), writing.columns()));
    }
    return files;
  }
}

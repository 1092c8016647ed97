package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.engine.Spark;
import dev.foliot.fleet.rows.CsvHeader;
import dev.foliot.fleet.rows.Format;
import dev.foliot.fleet.rows.FormatSniffer;
import dev.foliot.fleet.rows.InputFile;
import dev.foliot.fleet.rows.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Spark reads: Parquet or CSV.
 *
 * @param format of all files
 * @param table what the engine reads
 */
record SparkInput(Format format, EngineTable table) {
  private static final String VIEW = "input";
  private static final int SAMPLED_FILES = 8;

  /**
   * Makes a view of files.
   *
   * @param folder for the first megabytes of some files, by which their cells are understood
   * @throws FleetException if they are neither Parquet nor CSV
   */
  static SparkInput of(Spark spark, List<String> files, FleetRequest request, Path folder)
      throws IOException, SQLException {
    List<String> some = spread(files);
    List<InputFile> heads = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      heads.add(head(spark, request, some.get(i), folder.resolve("head" + i)));
    }
    Format format = heads.getFirst().format();
    for (int i = 0; i < heads.size(); i++) {
      refuseOthers(heads.get(i), shown(some.get(i)), format, shown(some.getFirst()));
    }
    List<String> words = new ArrayList<>();
    Map<String, Column> sampled = new HashMap<>();
    if (format == Format.PARQUET) {
      words.addAll(List.of("parquet", VIEW, base(files)));
    } else {
      CsvHeader header = header(heads.getFirst(), shown(some.getFirst()));
      words.addAll(List.of("csv", VIEW, base(files), String.valueOf(header.delimiter())));
      words.add(heads.getFirst().charset().name());
      words.add(String.valueOf(header.names().size()));
      words.addAll(header.names());
      for (Column column : sampled(heads, some, request)) {
        sampled.put(column.name(), column);
      }
    }
    words.addAll(files);
    spark.ask(answer -> answer.next(), words.toArray(new String[0]));
    return new SparkInput(
        format, new EngineTable(VIEW, files.size() > 1 ? VIEW + "_with_file" : null, sampled));
  }

  private static String shown(String file) {
    return SparkFiles.shown(file);
  }

  private static List<String> spread(List<String> files) {
    if (files.size() <= SAMPLED_FILES) {
      return files;
    }
    List<String> some = new ArrayList<>();
    for (int i = 0; i < SAMPLED_FILES; i++) {
      some.add(files.get((int) ((long) i * (files.size() - 1) / (SAMPLED_FILES - 1))));
    }
    return some;
  }

  /** The first megabyte of a file without the line that it cuts, as a file here. */
  private static InputFile head(Spark spark, FleetRequest request, String file, Path folder)
      throws IOException, SQLException {
    byte[] bytes =
        spark.ask(
            answer -> {
              answer.next();
              return String.valueOf(answer.getString(1)).getBytes(StandardCharsets.ISO_8859_1);
            },
            "head",
            file);
    String name = file.substring(file.lastIndexOf('/') + 1).replaceFirst("[.](gz|bz2|zst)$", "");
    Files.createDirectory(folder);
    Path head = folder.resolve(name.isEmpty() ? "head" : name);
    Files.write(head, bytes);
    try {
      return FormatSniffer.sniff(head, request.writing().encoding(), List.of());
    } catch (FleetException e) {
      throw renamed(e, head, file);
    }
  }

  private static FleetException renamed(FleetException e, Path head, String file) {
    return new FleetException(
        String.valueOf(e.getMessage()).replace(Texts.line(head.toString(), 200), shown(file)), e);
  }

  private static void refuseOthers(InputFile head, String name, Format first, String firstName) {
    Format format = head.format();
    boolean utf16 = head.charset().name().startsWith("UTF-16");
    if ((format != Format.PARQUET && format != Format.CSV) || utf16) {
      throw new FleetException(
          "%s is %s, and --engine spark reads Parquet and CSV in UTF-8: read it without --engine spark, or write Parquet"
              .formatted(name, utf16 ? "in UTF-16" : format.label()));
    }
    if (format != first) {
      throw new FleetException(
          "%s is %s, but %s is %s: give files of one format at a time"
              .formatted(firstName, first.label(), name, format.label()));
    }
  }

  private static CsvHeader header(InputFile head, String name) throws IOException {
    CsvHeader header = CsvHeader.of(head);
    header.refuseRepeated(name);
    if (header.before() > 0) {
      throw new FleetException(
          "%s has lines before the names of its columns, which Spark would read as data: read it without --engine spark, or write Parquet"
              .formatted(name));
    }
    return header;
  }

  /** How the cells are written, by the same code as without Spark. */
  private static List<Column> sampled(
      List<InputFile> heads, List<String> names, FleetRequest request)
      throws IOException, SQLException {
    Profile profile = new Profile(request.writing().decimal(), request.writing().order());
    try {
      Rows.of(heads, Set.of(), request.engine().memoryBytes()).each(profile, new Notes());
    } catch (FleetException e) {
      FleetException named = e;
      for (int i = 0; i < heads.size(); i++) {
        named = renamed(named, heads.get(i).path(), names.get(i));
      }
      throw named;
    }
    return profile.columns();
  }

  /** The folder of all files, above those that are keys, as {@code zone=a/day=2026-11-03}. */
  private static String base(List<String> files) {
    String first = files.getFirst();
    String last = files.getLast();
    int length = 0;
    // in order, so what the first and the last have in common is common to all
    while (length < Math.min(first.length(), last.length())
        && first.charAt(length) == last.charAt(length)) {
      length++;
    }
    String common = first.substring(0, length);
    int key = common.indexOf('=');
    String above = key < 0 ? common : common.substring(0, key);
    int end = above.lastIndexOf('/');
    String base = end < 0 ? above : above.substring(0, end);
    return base.endsWith(":") || base.isEmpty() || base.endsWith("/")
        ? above.substring(0, end + 1)
        : base;
  }
}

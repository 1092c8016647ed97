package dev.foliot.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.regexp_replace;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * The requests, by their verbs.
 *
 * <ul>
 *   <li>{@code list PATH...}: the files of paths, folders and globs, in order, and their bytes
 *   <li>{@code copy FILE TARGET...}: copies files to files of this machine
 *   <li>{@code bytes KEY USUAL}: a setting that is a number of bytes, as {@code 64m}
 *   <li>{@code head FILE}: the first megabyte, a character for each byte, without the line that is
 *       cut
 *   <li>{@code parquet VIEW BASE FILE...} makes a view of files
 *   <li>{@code csv VIEW BASE DELIMITER CHARSET NUMBER NAME... FILE...}: the same, with texts in all
 *       columns
 *   <li>{@code execute SQL}, {@code query SQL}: a statement; a query of few rows
 *   <li>{@code many SQL}: a query whose rows that need not fit into memory
 *   <li>{@code parts N ...}: plays a load in parts ({@link LoadParts})
 * </ul>
 */
final class Requests {
  private static final int HEAD = 1 << 20;
  private static final int LONGEST_LINE = 600;
  private static final int ROWS_AT_ONCE = 200_000;
  private static final int COPIERS = 16;

  /** A second view has the names of the files too. */
  private static final String WITH_FILE = "_with_file";

  private static final Pattern FILE = Pattern.compile("(?:[a-z][a-z0-9+.-]*:/|/)[^\\s'\"]+");

  private final SparkSession spark;
  private final Answers answers;

  Requests(SparkSession spark, Answers answers) {
    this.spark = spark;
    this.answers = answers;
  }

  void answer(String[] words) throws IOException {
    try {
      List<String> arguments = Arrays.asList(words).subList(1, words.length);
      switch (words[0]) {
        case "list" -> list(arguments);
        case "copy" -> copy(arguments);
        case "bytes" -> {
          answers.begin(1);
          answers.row(
              spark.sparkContext().getConf().getSizeAsBytes(arguments.get(0), arguments.get(1)));
        }
        case "head" -> head(arguments.get(0));
        case "parquet" -> {
          view(
              arguments.get(0),
              spark.read().option("mergeSchema", "true"),
              "parquet",
              arguments.get(1),
              arguments.subList(2, arguments.size()));
          answers.begin(0);
        }
        case "csv" -> {
          csv(arguments);
          answers.begin(0);
        }
        case "execute" -> {
          spark.sql(arguments.get(0));
          answers.begin(0);
        }
        case "query" -> {
          Dataset<Row> rows = spark.sql(arguments.get(0));
          List<Row> all = rows.collectAsList();
          answers.begin(rows.columns().length);
          answers.rows(all.iterator());
        }
        case "many" -> many(spark.sql(arguments.get(0)));
        case "parts" -> {
          List<String[]> rows = LoadParts.play(spark.sparkContext(), arguments);
          answers.begin(LoadParts.COLUMNS);
          for (String[] row : rows) {
            answers.row(LoadParts.cells(row));
          }
        }
        default -> throw new IllegalArgumentException("no verb " + words[0]);
      }
      answers.end();
    } catch (Exception | StackOverflowError e) {
      if (e instanceof IOException && isBrokenPipe(e)) {
        throw (IOException) e;
      }
      String store = Refusal.line(e, List.of(words));
      boolean missing = store == null && isMissing(e);
      answers.error(
          store != null ? "store" : missing ? "missing" : "failed",
          store != null ? store : missing ? missing(e, words[0].equals("list")) : line(e));
    }
  }

  private static boolean isBrokenPipe(Throwable e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("Broken pipe") || message.contains("Pipe closed");
  }

  /**
   * All parts are computed side by side, and are kept on the executors' disks until they are read.
   */
  private void many(Dataset<Row> rows) throws IOException {
    Dataset<Row> kept = rows.persist(StorageLevel.DISK_ONLY());
    try {
      int parts = (int) (kept.count() / ROWS_AT_ONCE) + 1;
      answers.begin(kept.columns().length);
      answers.rows(kept.coalesce(parts).toLocalIterator());
    } finally {
      kept.unpersist(false);
    }
  }

  private void list(List<String> names) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    List<FileStatus> files = new ArrayList<>();
    for (String name : names) {
      Path path = new Path(name);
      FileSystem system = path.getFileSystem(hadoop);
      FileStatus[] found = system.globStatus(path);
      if (found == null || found.length == 0) {
        throw new FileNotFoundException(name);
      }
      for (FileStatus one : found) {
        collect(system, one, files);
      }
    }
    files.sort((a, b) -> a.getPath().compareTo(b.getPath()));
    answers.begin(2);
    for (FileStatus file : files) {
      answers.row(file.getPath().toString(), file.getLen());
    }
  }

  /** Names that begin with {@code _} or a dot are of no data, as for Spark itself. */
  private static void collect(FileSystem system, FileStatus one, List<FileStatus> files)
      throws IOException {
    if (one.isFile()) {
      files.add(one);
      return;
    }
    for (FileStatus inside : system.listStatus(one.getPath())) {
      String name = inside.getPath().getName();
      if (name.equals("_delta_log") || name.equals(".hoodie")) {
        throw new Refusal(
            one.getPath()
                + " is a table of Delta or Hudi, whose folder keeps the files of deleted rows:"
                + " export it as Parquet");
      }
      boolean hidden = name.startsWith(".") || (name.startsWith("_") && !name.contains("="));
      if (!hidden) {
        collect(system, inside, files);
      }
    }
  }

  /** Many at a time: a store answers each after some milliseconds. */
  private void copy(List<String> files) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    ExecutorService copiers = Executors.newFixedThreadPool(COPIERS);
    try {
      List<Future<?>> copies = new ArrayList<>();
      for (int i = 0; i < files.size(); i += 2) {
        Path file = new Path(files.get(i));
        java.nio.file.Path target = java.nio.file.Path.of(files.get(i + 1));
        copies.add(
            copiers.submit(() -> {
              try (InputStream in = file.getFileSystem(hadoop).open(file)) {
                return Files.copy(in, target);
              }
            }));
      }
      for (Future<?> copy : copies) {
        copy.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      copiers.shutdownNow();
    }
    answers.begin(0);
  }

  private void head(String name) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    Path path = new Path(name);
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(path);
    try (InputStream raw = path.getFileSystem(hadoop).open(path);
        InputStream in = codec == null ? raw : codec.createInputStream(raw)) {
      byte[] bytes = in.readNBytes(HEAD);
      answers.begin(1);
      int end = bytes.length;
      // a line may be cut in two
      while (end == HEAD && end > 1 && bytes[end - 1] != '\n') {
        end--;
      }
      answers.row(new String(bytes, 0, end > 1 ? end : bytes.length, StandardCharsets.ISO_8859_1));
    }
  }

  private void csv(List<String> arguments) {
    int columns = Integer.parseInt(arguments.get(4));
    StructType schema = new StructType();
    for (String name : arguments.subList(5, 5 + columns)) {
      schema = schema.add(name, DataTypes.StringType);
    }
    DataFrameReader reader =
        spark
            .read()
            .schema(schema)
            .option("header", "true")
            .option("sep", arguments.get(2))
            .option("encoding", arguments.get(3))
            .option("quote", "\"")
            .option("escape", "\"")
            .option("maxColumns", String.valueOf(columns + 1))
            // the names of each file are compared, and no row is cut or filled up in silence
            .option("enforceSchema", "false")
            .option("mode", "FAILFAST");
    view(
        arguments.get(0),
        reader,
        "csv",
        arguments.get(1),
        arguments.subList(5 + columns, arguments.size()));
  }

  private void view(
      String view, DataFrameReader reader, String format, String base, List<String> files) {
    Dataset<Row> rows =
        reader.format(format).option("basePath", base).load(files.toArray(new String[0]));
    rows.createOrReplaceTempView(view);
    rows.select(
            col("*"),
            regexp_replace(
                    col("_metadata.file_name"),
                    "([.](csv|tsv|txt|parquet|gz|bz2|zst|snappy))+$",
                    "")
                .as("file"))
        .createOrReplaceTempView(view + WITH_FILE);
  }

  private static boolean isMissing(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof FileNotFoundException
          || message.contains("PATH_NOT_FOUND")
          || message.contains("FileNotFoundException")
          || message.contains("FILE_NOT_EXIST")) {
        return true;
      }
    }
    return false;
  }

  /** The line of a missing file, which a list has never found. */
  private static String missing(Throwable e, boolean listing) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      Matcher file = FILE.matcher(String.valueOf(cause.getMessage()));
      if (file.find()) {
        return file.group().replaceFirst("[.,:;]+$", "")
            + ": no such file"
            + (listing ? "" : "; it may have been removed while it was read");
      }
    }
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message + ": no such file";
  }

  /** The first line of the innermost cause that says one, with the file that an outer one names. */
  private static String line(Throwable e) {
    String file = "";
    String said = "";
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && !message.isBlank()) {
        Matcher named = FILE.matcher(message);
        if (file.isEmpty() && named.find() && message.toLowerCase(Locale.ROOT).contains("file")) {
          file = named.group().replaceFirst("[.,:;]+$", "");
        }
        said = message.strip().lines().findFirst().orElse("");
      }
    }
    String line = file.isEmpty() || said.contains(file) ? said : file + ": " + said;
    String plain = line.isEmpty() ? e.getClass().getSimpleName() : line;
    return plain.length() > LONGEST_LINE ? plain.substring(0, LONGEST_LINE) : plain;
  }
}

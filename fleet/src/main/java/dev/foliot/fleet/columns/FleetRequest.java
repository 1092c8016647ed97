package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a fleet, and the meaning of their columns. Null or empty values are guessed, and the
 * guess is reported.
 *
 * @param files names of files, or globs; {@link #STANDARD_INPUT} for what the process reads
 * @param columns the meaning of the columns
 * @param series which of a node's series are taken, and how they become one
 * @param writing how numbers and dates are written
 * @param span the time that rows must be of
 * @param engine what the engine may take
 */
public record FleetRequest(
    List<String> files,
    Asked columns,
    Series series,
    Writing writing,
    Span span,
    Resources engine) {
  /** The name of the standard input among files. */
  public static final String STANDARD_INPUT = "-";

  /**
   * A span of time. Null is open.
   *
   * @param from the first moment
   * @param to the last moment; null for that of the last row
   * @param last the length up to the last moment, instead of the first
   */
  public record Span(@Nullable Instant from, @Nullable Instant to, @Nullable Duration last) {
    /** All rows. */
    public static final Span ALL = new Span(null, null, null);

    /** Checks that it begins once, and before its end. */
    public Span {
      if (from != null && last != null) {
        throw new FleetException("--last and --from say twice when it begins: choose one");
      }
      if (from != null && to != null && !from.isBefore(to)) {
        throw new FleetException("--from " + from + " is not before --to " + to + ": turn them");
      }
    }

    /** Whether it leaves out nothing. */
    public boolean isAll() {
      return from == null && to == null && last == null;
    }
  }

  /**
   * The meaning of the columns.
   *
   * @param metric an expression over columns, such as {@code cpu/rps}, {@code "free memory" / 1024}
   *     or {@code rate(requests_total)}
   * @param node the column that names the node
   * @param time the column of the time
   * @param labels the columns that may explain bands; empty for all suitable ones
   * @param load an expression for the load, whose effect is removed from the metric
   * @param start the column that changes when the node's process restarts
   */
  public record Asked(
      @Nullable String metric,
      @Nullable String node,
      @Nullable String time,
      List<String> labels,
      @Nullable String load,
      @Nullable String start) {
    /** All are guessed. */
    public static final Asked NOTHING = new Asked(null, null, null, List.of(), null, null);

    /** Keeps a copy. */
    public Asked {
      labels = List.copyOf(labels);
    }
  }

  /**
   * The series of a node.
   *
   * @param where conditions on columns, such as {@code mode!=idle}, that rows have to meet
   * @param sum the columns over whose values they are added up, such as {@code cpu}
   * @param mean the columns over whose values they are averaged; empty if {@code sum} is not
   */
  public record Series(List<String> where, List<String> sum, List<String> mean) {
    /** One series for each node and metric. */
    public static final Series ONE = new Series(List.of(), List.of(), List.of());

    /** Keeps copies, and checks that one way to join is chosen. */
    public Series {
      where = List.copyOf(where);
      sum = List.copyOf(sum);
      mean = List.copyOf(mean);
      if (!sum.isEmpty() && !mean.isEmpty()) {
        throw new FleetException(
            "--sum and --mean cannot both join the series of a node: choose one of them");
      }
    }
  }

  /**
   * How cells are written, where they do not tell themselves.
   *
   * @param decimal the sign before decimals
   * @param order what comes first in dates with slashes
   * @param encoding of text; null for UTF-8, or UTF-16 with a byte order mark
   * @param columns the names of the columns of a table without a line of names; empty with one
   */
  public record Writing(
      NumberText.@Nullable Decimal decimal,
      TimeText.@Nullable Order order,
      @Nullable Charset encoding,
      List<String> columns) {
    /** As the cells tell. */
    public static final Writing TOLD = new Writing(null, null, null, List.of());

    /** Keeps a copy, and checks that each column has a name of its own. */
    // written out: a compact constructor's class file does not say that nested types may be null
    public Writing(
        NumberText.@Nullable Decimal decimal,
        TimeText.@Nullable Order order,
        @Nullable Charset encoding,
        List<String> columns) {
      this.decimal = decimal;
      this.order = order;
      this.encoding = encoding;
      this.columns = columns.stream().map(String::strip).toList();
      if (new HashSet<>(this.columns).size() < columns.size() || this.columns.contains("")) {
        throw new FleetException("--columns needs a name for each column, each of them once");
      }
    }
  }

  /**
   * What the engine may take.
   *
   * @param memoryBytes the engine's memory; beyond it, it spills to the disk
   * @param threads how many threads the engine runs on
   */
  public record Resources(long memoryBytes, int threads) {
    /** The engine's default memory: 1 GiB. */
    public static final long DEFAULT_MEMORY_BYTES = 1L << 30;

    /** The engine does not start with less: 64 MiB. */
    public static final long LEAST_MEMORY_BYTES = 64L << 20;

    /** Checks the memory and the threads. */
    public Resources {
      if (memoryBytes < LEAST_MEMORY_BYTES) {
        throw new IllegalArgumentException("memory: " + memoryBytes + " bytes, at least 64 MiB");
      }
      if (threads < 1) {
        throw new IllegalArgumentException("threads: " + threads + ", at least 1");
      }
    }

    /** Such a memory, and a thread per CPU. */
    public static Resources of(long memoryBytes) {
      return new Resources(memoryBytes, Runtime.getRuntime().availableProcessors());
    }
  }

  /** Keeps a copy. */
  public FleetRequest {
    files = List.copyOf(files);
  }

  /** A request with all columns guessed, the default memory, and a thread per CPU. */
  public static FleetRequest of(List<String> files) {
    return new FleetRequest(
        files,
        Asked.NOTHING,
        Series.ONE,
        Writing.TOLD,
        Span.ALL,
        Resources.of(Resources.DEFAULT_MEMORY_BYTES));
  }
}

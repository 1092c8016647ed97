package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.rows.RowSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects statistics of text columns, from all rows until they are clear. */
public final class Profile implements RowSink {
  /** After this number of columns different values are not counted: such a file is wide. */
  private static final int MOST_COUNTED = 200;

  private static final double MOSTLY = 0.9;

  /** After this number of rows a table is known, if each of its columns is clear. */
  private static final long ENOUGH = 400_000;

  private static final long CHECK_EVERY = 50_000;
  private static final int FEWEST_CELLS = 10_000;

  /** Texts for a missing value: they do not turn a column of numbers into text. */
  private static final Set<String> NOTHING =
      Set.of(
          "-",
          "--",
          "\\N",
          "NA",
          "N/A",
          "n/a",
          "#N/A",
          "null",
          "NULL",
          "nil",
          "none",
          "None",
          "undefined",
          "<unknown>",
          "<none>",
          "unknown");

  private static final int LONGEST_NOTHING = 9;

  /** Fewer rows may grow by one for another reason. */
  private static final int FEWEST_COUNTED_ROWS = 20;

  private static final double NOT_BEGUN = -1;

  private final Map<String, Seen> all = new LinkedHashMap<>();
  private final NumberText.@Nullable Decimal askedDecimal;
  private final TimeText.@Nullable Order askedOrder;
  private final NumberText pointed = new NumberText(NumberText.Decimal.POINT);
  private final NumberText withComma = new NumberText(NumberText.Decimal.COMMA);
  private final TimeText time = new TimeText();
  private final Set<String> labels = new HashSet<>();
  private Seen[] now = {};
  private long rows;
  private boolean full;

  /** Of cells that are written as asked for; null for what the cells tell. */
  public Profile(NumberText.@Nullable Decimal decimal, TimeText.@Nullable Order order) {
    askedDecimal = decimal;
    askedOrder = order;
  }

  @Override
  public void labels(Set<String> names) {
    labels.addAll(names);
  }

  @Override
  public void columns(List<String> names) {
    now = new Seen[names.size()];
    for (int i = 0; i < now.length; i++) {
      now[i] = all.computeIfAbsent(names.get(i), name -> new Seen(all.size() < MOST_COUNTED));
      now[i].beginFile();
    }
  }

  @Override
  public void row(@Nullable String[] cells, int count) {
    rows++;
    for (int i = 0; i < count; i++) {
      String cell = cells[i];
      if (cell != null && !cell.isEmpty()) {
        now[i].add(cell);
      }
    }
  }

  @Override
  public boolean isFull() {
    if (!full && rows >= ENOUGH && rows % CHECK_EVERY == 0) {
      full =
          columns().stream()
              .allMatch(
                  column -> column.filled() >= FEWEST_CELLS && column.style().unclear().isEmpty());
    }
    return full;
  }

  /** The texts that stand for a missing value. */
  public static Set<String> nothing() {
    return NOTHING;
  }

  /** Whether a cell stands for a missing value. */
  public static boolean isNothing(String cell) {
    return cell.isEmpty() || (cell.length() <= LONGEST_NOTHING && NOTHING.contains(cell));
  }

  /** The number of rows that were looked at. */
  public long rows() {
    return rows;
  }

  /** The columns, in order of appearance. */
  public List<Column> columns() {
    long points = all.values().stream().mapToLong(Seen::points).sum();
    long commas = all.values().stream().mapToLong(Seen::commas).sum();
    NumberText.Decimal ofFile =
        points > 0 == commas > 0
            ? null
            : points > 0 ? NumberText.Decimal.POINT : NumberText.Decimal.COMMA;
    List<Column> columns = new ArrayList<>(all.size());
    all.forEach((name, seen) -> {
      Style style = seen.style(ofFile);
      columns.add(
          new Column(
              name,
              labels.contains(name) && seen.filled > 0
                  ? Column.Kind.TEXT
                  : seen.kind(style.decimal()),
              seen.filled,
              seen.distinct.count(),
              "",
              style));
    });
    return columns;
  }

  /** The statistics of one column. */
  private final class Seen {
    private final boolean counted;
    private final Distinct distinct = new Distinct();
    private long filled;

    /** Numbers without a unit or with a scale, percentages and durations. */
    private long plain;

    private long percents;
    private long durations;

    /** Numbers that have a decimal point, a decimal comma, or either; and whole ones. */
    private long point;

    private long comma;
    private long either;
    private long whole;

    /** Whole numbers but 0, and numbers whose point may separate thousands. */
    private long counts;

    private String dotted = "";

    /** Whether each cell is one more than the one above, from 0 or 1 on; and the next such. */
    private boolean rowNumber = true;

    private double nextRow = NOT_BEGUN;

    private long times;
    private long dayFirst;
    private long monthFirst;
    private long truths;
    private long nothing;
    private String last = "";
    private String text = "";
    private String unclearNumber = "";
    private String unclearDate = "";

    Seen(boolean counted) {
      this.counted = counted;
    }

    void beginFile() {
      nextRow = NOT_BEGUN;
    }

    private void countRow(double value) {
      rowNumber = nextRow == NOT_BEGUN ? value == 0 || value == 1 : value == nextRow;
      nextRow = value + 1;
    }

    void add(String cell) {
      filled++;
      if (!addNumber(cell)) {
        if (isNothing(cell.strip())) {
          nothing++;
        } else if (time.read(cell)) {
          addTime(cell);
        } else {
          text = text.isEmpty() ? cell : text;
          truths += cell.equalsIgnoreCase("true") || cell.equalsIgnoreCase("false") ? 1 : 0;
        }
      }
      // the scanner returns the same String if a cell repeats the one above
      if (counted && !last.equals(cell)) {
        distinct.add(cell);
        last = cell;
      }
    }

    private boolean addNumber(String cell) {
      if (pointed.read(cell)) {
        if (rowNumber) {
          countRow(pointed.value());
        }
        NumberText.Decimal decimal = NumberText.decimalOf(cell);
        if (decimal == NumberText.Decimal.POINT) {
          point++;
        } else if (cell.indexOf(',') < 0 && cell.indexOf('.') < 0) {
          whole++;
          counts += pointed.value() != 0 && pointed.unit() == NumberText.Unit.NONE ? 1 : 0;
        } else {
          either++;
          unclearNumber = cell.indexOf(',') >= 0 ? cell : unclearNumber;
          dotted = cell.indexOf(',') < 0 ? cell : dotted;
        }
        addUnit(pointed.unit());
        return true;
      }
      if (cell.indexOf(',') >= 0 && withComma.read(cell)) {
        comma++;
        addUnit(withComma.unit());
        return true;
      }
      return false;
    }

    private void addUnit(NumberText.Unit unit) {
      switch (unit) {
        case NONE, SCALED -> plain++;
        case PERCENT -> percents++;
        case TIME -> durations++;
      }
    }

    private void addTime(String cell) {
      times++;
      if (time.ambiguous()) {
        unclearDate = cell;
      }
      dayFirst += time.told() == TimeText.Order.DAY_FIRST ? 1 : 0;
      monthFirst += time.told() == TimeText.Order.MONTH_FIRST ? 1 : 0;
    }

    private boolean isOfNumbers() {
      return point + comma + either + whole >= MOSTLY * (filled - nothing);
    }

    long points() {
      return isOfNumbers() ? point : 0;
    }

    long commas() {
      return isOfNumbers() ? comma : 0;
    }

    Style style(NumberText.@Nullable Decimal ofFile) {
      NumberText.Decimal decimal = decimal(ofFile);
      TimeText.Order order = askedOrder != null ? askedOrder : order();
      String number = unclearNumber.isEmpty() ? dotted : unclearNumber;
      String unclear = decimal == null ? number : order == null ? unclearDate : "";
      return new Style(decimal, unit(), order, unclear, text);
    }

    private NumberText.@Nullable Decimal decimal(NumberText.@Nullable Decimal ofFile) {
      if (askedDecimal != null) {
        return askedDecimal;
      }
      if (comma > 0 || point > 0) {
        return comma > point ? NumberText.Decimal.COMMA : NumberText.Decimal.POINT;
      }
      if (either == 0) {
        return NumberText.Decimal.POINT;
      }
      // programs that leave out the zeros of 900.000 also shorten 1.350
      boolean isUnclear = !unclearNumber.isEmpty() || counts > 0;
      return ofFile != null || isUnclear ? ofFile : NumberText.Decimal.POINT;
    }

    private TimeText.@Nullable Order order() {
      if (dayFirst > 0 == monthFirst > 0) {
        return null;
      }
      return dayFirst > 0 ? TimeText.Order.DAY_FIRST : TimeText.Order.MONTH_FIRST;
    }

    private NumberText.Unit unit() {
      if (percents > plain && percents > durations) {
        return NumberText.Unit.PERCENT;
      }
      return durations > 0 && 2 * durations > plain ? NumberText.Unit.TIME : NumberText.Unit.NONE;
    }

    Column.Kind kind(NumberText.@Nullable Decimal decimal) {
      if (filled == 0) {
        return Column.Kind.OTHER;
      }
      long said = filled - nothing;
      if (said == 0) {
        return Column.Kind.TEXT;
      }
      long numbers = whole + either + (decimal == NumberText.Decimal.COMMA ? comma : point);
      if (numbers >= MOSTLY * said) {
        return rowNumber && filled >= FEWEST_COUNTED_ROWS && whole == filled
            ? Column.Kind.ROW
            : Column.Kind.NUMBER;
      }
      if (times >= MOSTLY * said) {
        return Column.Kind.TIME;
      }
      return truths >= MOSTLY * said ? Column.Kind.TRUTH : Column.Kind.TEXT;
    }
  }
}

package dev.foliot.report.page;

import java.util.List;

/**
 * What a live page shows. The page gets texts by the ids of its facts and points by the columns of
 * its charts' lines. Immutable.
 *
 * @param title what is measured, shown as foreign text
 * @param kind before the title, as in {@code Load, live}
 * @param states what the page says by itself
 * @param links to other live pages
 * @param facts a table of texts
 * @param charts over time
 * @param footer below all
 */
public record LiveSubject(
    String title,
    String kind,
    States states,
    List<Link> links,
    List<Fact> facts,
    List<Chart> charts,
    String footer) {
  /**
   * What the page says by itself.
   *
   * @param waiting until the first state comes
   * @param lost when no more states come
   * @param caption of the table
   * @param isByClock whether the first column of a point is in seconds since 1970, else since a
   *     beginning
   */
  public record States(String waiting, String lost, String caption, boolean isByClock) {}

  /**
   * A link.
   *
   * @param path relative to this page
   * @param name for people
   */
  public record Link(String path, String name) {}

  /**
   * A text.
   *
   * @param id of the text
   * @param name for people
   */
  public record Fact(String id, String name) {}

  /**
   * A chart.
   *
   * @param id of its element
   * @param title above it
   * @param claim what it draws, in a sentence
   * @param unit of its values
   * @param lines in order
   */
  public record Chart(String id, String title, String claim, Unit unit, List<Line> lines) {
    /** Keeps a copy. */
    public Chart {
      lines = List.copyOf(lines);
    }
  }

  /** What the values of a chart are. */
  public enum Unit {
    /** Times in nanoseconds, on a logarithmic scale. */
    LOG_NS,
    /** Times in nanoseconds. */
    NS,
    /** So many a second. */
    RATE,
    /** A share from 0 to 1. */
    SHARE,
    /** Plain numbers. */
    NUMBER
  }

  /**
   * A line of a chart.
   *
   * @param name for people
   * @param column of a point, from 1; column 0 is the time
   * @param style {@code c0} to {@code c7}, {@code due} or {@code bad}
   */
  public record Line(String name, int column, String style) {}

  /** Keeps copies. */
  public LiveSubject {
    links = List.copyOf(links);
    facts = List.copyOf(facts);
    charts = List.copyOf(charts);
  }
}

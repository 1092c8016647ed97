package dev.foliot.report.page;

import gg.jte.Content;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A part of the page, as its template writes it. Texts are escaped there. */
public sealed interface Block {

  /**
   * A verdict with its reasons.
   *
   * @param word the verdict
   * @param css its colour
   * @param about of what
   * @param reasons the first of them
   * @param more the others, folded away
   */
  record Verdict(String word, String css, String about, List<String> reasons, List<String> more)
      implements Block {}

  /**
   * How far the figures can be relied upon, in one line that opens.
   *
   * @param css its colour
   * @param summary the line
   * @param groups what it opens to; empty for nothing
   */
  record Trust(String css, String summary, List<Reasons> groups) implements Block {}

  /**
   * Reasons with what they have in common above them.
   *
   * @param title what they have in common
   * @param reasons at least one
   */
  record Reasons(String title, List<String> reasons) {}

  /**
   * The answer that a page begins with, in one sentence.
   *
   * @param question that it answers
   * @param before where it holds
   * @param clauses what it says, each from a study
   * @param after what it cannot say, whole sentences; empty for nothing
   */
  record Lead(String question, String before, List<Clause> clauses, String after) implements Block {
    /** The same without links. */
    public String text() {
      String said =
          clauses.isEmpty()
              ? " nothing is known"
              : clauses.stream()
                  .map(clause -> " " + clause.text + " (" + clause.about + clause.noted() + ")")
                  .collect(Collectors.joining(";"));
      return before + ":" + said + "." + (after.isEmpty() ? "" : " " + after);
    }
  }

  /**
   * A part of a sentence.
   *
   * @param about the study that says it
   * @param anchor the id of that study's section
   * @param note how far it can be relied upon; empty for without reserve
   */
  record Clause(String text, String about, String anchor, String note) {
    /** The note as it follows the study's name. */
    public String noted() {
      return note.isEmpty() ? "" : ": " + note;
    }
  }

  /** Paragraphs. */
  record Prose(List<String> paragraphs) implements Block {
    public Prose(String... paragraphs) {
      this(List.of(paragraphs));
    }
  }

  /**
   * Sentences one below the other.
   *
   * @param numbered whether they have numbers, by which people speak of them
   */
  record Steps(String title, List<String> sentences, boolean numbered) implements Block {}

  /** A text that is to be copied as it is. */
  record Code(String title, String text) implements Block {}

  /**
   * Buttons that show and hide what has their key.
   *
   * @param label what they are for
   */
  record Chips(String label, List<Chip> chips) implements Block {}

  /** One of these buttons. */
  record Chip(String key, String text, String css) {}

  /**
   * A picture with its title and its numbers.
   *
   * @param id of its element
   * @param key by which buttons show and hide the whole of it, null for never
   * @param title what it shows
   * @param claim how to read it, and what it does not say
   * @param picture the drawing
   * @param wide whether it takes the page's whole width
   * @param legend names of colours that are not at the lines themselves
   * @param table the same in numbers
   */
  record Figure(
      String id,
      @Nullable String key,
      String title,
      String claim,
      Picture picture,
      boolean wide,
      List<Chip> legend,
      @Nullable Table table)
      implements Block {
    /** A figure over the page's whole width, without a legend or a table. */
    public static Figure of(String id, String title, String claim, Picture picture) {
      return new Figure(id, null, title, claim, picture, true, List.of(), null);
    }

    /** The same as one of several side by side. */
    public Figure part() {
      return new Figure(id, key, title, claim, picture, false, legend, table);
    }

    /** The same with a key by which buttons show and hide the whole of it. */
    public Figure keyed(String other) {
      return new Figure(id, other, title, claim, picture, wide, legend, table);
    }

    /** The same with a legend. */
    public Figure legend(List<Chip> chips) {
      return new Figure(id, key, title, claim, picture, wide, chips, table);
    }

    /** The same with its numbers. */
    public Figure table(Table numbers) {
      return new Figure(id, key, title, claim, picture, wide, legend, numbers);
    }
  }

  /**
   * A drawing.
   *
   * @param svg the drawing itself
   * @param values that the script reads out, as JSON; empty for none
   */
  record Picture(Content svg, Map<String, Object> values) {
    /** A drawing of which nothing is read out. */
    public static Picture of(Content svg) {
      return new Picture(svg, Map.of());
    }
  }

  /** Several pictures side by side. */
  record Row(String title, String claim, List<Figure> figures, List<Chip> legend)
      implements Block {}

  /**
   * What is opened by a click.
   *
   * @param summary what is in it
   */
  record Folded(String summary, List<Block> blocks) implements Block {}

  /**
   * Questions with their answers, as a table.
   *
   * @param id of its element
   * @param open whether the evidence is shown without a click
   */
  record Answers(String id, String caption, List<Answer> answers, boolean open) implements Block {}

  /**
   * One of these.
   *
   * @param question that was asked
   * @param about which study answers it
   * @param anchor the id of that study's section, empty for no link
   * @param answer sentence by sentence, the first of them the most important
   * @param evidence the figures that it rests on
   * @param word whether the study's figures may be relied upon
   */
  record Answer(
      String question,
      String about,
      String anchor,
      List<String> answer,
      List<String> evidence,
      String word) {
    /** The class of the word's colour. */
    public String css() {
      return "word " + word.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A table, which may have pictures in its cells.
   *
   * @param id of its element
   * @param caption what it shows
   * @param claim how to read it, empty for nothing
   * @param head names of the columns
   * @param rows the first cell of each names it
   * @param css how it looks
   * @param folded whether it is opened by a click
   */
  record Table(
      String id,
      String caption,
      String claim,
      List<Cell> head,
      List<List<Cell>> rows,
      String css,
      boolean folded)
      implements Block {
    /** The same, opened by a click or always open. */
    public Table folded(boolean other) {
      return new Table(id, caption, claim, head, rows, css, other);
    }
  }

  /**
   * A cell.
   *
   * @param text what a person reads
   * @param small what stands under it, null for nothing
   * @param exact the number behind it, in nanoseconds if it is a duration; null where there is none
   * @param picture shown instead of a text
   * @param css how it looks
   */
  record Cell(
      String text,
      @Nullable String small,
      @Nullable String exact,
      @Nullable Content picture,
      @Nullable String css) {
    public static Cell text(String text) {
      return text(text, null);
    }

    public static Cell text(String text, @Nullable String css) {
      return new Cell(text, null, null, null, css);
    }

    /** A text with something under it. */
    public static Cell text(String text, @Nullable String small, @Nullable String css) {
      return new Cell(text, small, null, null, css);
    }

    /** A number with something under it. */
    public static Cell number(String text, @Nullable String small) {
      return new Cell(text, small, null, null, "n");
    }

    /** A number, at the right. */
    public static Cell number(String text) {
      return text(text, "n");
    }

    public static Cell ns(@Nullable Long ns) {
      return ns(ns, null);
    }

    /** A duration with something under it. */
    public static Cell ns(@Nullable Long ns, @Nullable String small) {
      String exact = ns == null ? null : Long.toString(ns);
      return new Cell(Units.durationOrNone(ns), small, exact, null, "n");
    }

    /** An amount of memory. */
    public static Cell bytes(@Nullable Long bytes) {
      return bytes == null
          ? number(Units.NONE)
          : new Cell(Units.bytes((double) bytes), null, Long.toString(bytes), null, "n");
    }

    public static Cell picture(Content picture, String css) {
      return new Cell("", null, null, picture, css);
    }

    public Cell with(String looks) {
      return new Cell(text, small, exact, picture, looks);
    }
  }
}

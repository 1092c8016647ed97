package dev.foliot.fleet.rows;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A layout as a file of data: how it is recognised, and a query over DuckDB's readers.
 *
 * <p>What stands before the query begins with {@code --} and a word:
 *
 * <ul>
 *   <li>"json": paths in JSON, all of which the first megabyte has; {@code *} is any name. One of
 *       several such lines is enough.
 *   <li>"line": a regular expression that is found in one of the first lines. All of several such
 *       lines are needed.
 *   <li>"sparse": rows have one of several metrics of a node.
 *   <li>"refuse": why such a file is not read, and what to give instead. Then there is no query.
 * </ul>
 *
 * <p>The query reads from {@code content}, a row with the whole text ({@code text}), or from {@code
 * lines}, with its number and text. {@link SqlRows} says what its columns mean.
 *
 * @param name also that of the file, without its ending
 * @param json alternatives
 * @param lines all needed
 * @param refusal why it is not read; null if it is
 * @param sql the query
 */
record LayoutFile(
    String name,
    List<List<String>> json,
    List<Pattern> lines,
    boolean sparse,
    @Nullable String refusal,
    String sql) {
  private static final String FOLDER = "/dev/foliot/fleet/layouts/";

  /** The layout of that name, among this program's resources. */
  static LayoutFile named(String name) {
    String file = FOLDER + name + ".sql";
    try (InputStream in = LayoutFile.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no such resource: " + file);
      }
      return parsed(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LayoutFile parsed(String name, String text) {
    List<List<String>> json = new ArrayList<>();
    List<Pattern> lines = new ArrayList<>();
    boolean sparse = false;
    String refusal = null;
    StringBuilder sql = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith("-- json: ")) {
        json.add(List.of(line.substring("-- json: ".length()).strip().split(" +")));
      } else if (line.startsWith("-- line: ")) {
        lines.add(Pattern.compile(line.substring("-- line: ".length())));
      } else if (line.equals("-- sparse")) {
        sparse = true;
      } else if (line.startsWith("-- refuse: ")) {
        refusal = line.substring("-- refuse: ".length());
      } else if (!line.startsWith("--")) {
        sql.append(line).append('\n');
      }
    }
    if (json.isEmpty() && lines.isEmpty()) {
      throw new IllegalArgumentException("the layout " + name + " is recognised by nothing");
    }
    if (sql.toString().isBlank() == (refusal == null)) {
      throw new IllegalArgumentException(
          "the layout " + name + " has a query or says why it refuses, one of both");
    }
    return new LayoutFile(
        name, List.copyOf(json), List.copyOf(lines), sparse, refusal, sql.toString());
  }

  /** Whether a file with this head is of this layout. */
  boolean is(Head head) {
    if (!json.isEmpty()) {
      return json.stream().anyMatch(paths -> paths.stream().allMatch(head::hasLike));
    }
    List<String> first = head.lines();
    return lines.stream().allMatch(one -> first.stream().anyMatch(one.asPredicate()));
  }

  /** Whether the query reads lines, instead of the text as a whole. */
  boolean isOfLines() {
    return json.isEmpty();
  }
}

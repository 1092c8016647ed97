package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.engine.Dialect;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A condition that rows have to meet: {@code mode=user}, {@code mode!=idle}, {@code cpu=~[0-3]} or
 * {@code device!~loop.*}, as in PromQL.
 */
public record Condition(String column, boolean not, Pattern value) {
  private static final Pattern FORM =
      Pattern.compile("(?<column>.+?)\\s*(?<sign>!=|=~|!~|=)\\s*(?<value>.*)", Pattern.DOTALL);

  /**
   * The conditions of these texts.
   *
   * @throws FleetException if one is none
   */
  public static List<Condition> all(List<String> texts) {
    return texts.stream().map(Condition::of).toList();
  }

  private static Condition of(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new FleetException(
          "--where %s is no condition: write one, as in --where mode!=idle"
              .formatted(Texts.quote(text)));
    }
    String sign = form.group("sign");
    String value = unquoted(form.group("value"));
    try {
      return new Condition(
          unquoted(form.group("column")),
          sign.startsWith("!"),
          Pattern.compile(sign.endsWith("~") ? value : Pattern.quote(value)));
    } catch (PatternSyntaxException e) {
      throw new FleetException(
          "--where %s: %s is no regular expression (%s)"
              .formatted(Texts.quote(text), Texts.quote(value), e.getDescription()));
    }
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  public boolean isMetBy(String cell) {
    return not != value.matcher(cell).matches();
  }

  /** The condition in SQL, for a column of the engine. */
  public String sql(String quoted, Dialect dialect) {
    String text = "COALESCE(CAST(" + quoted + " AS STRING), '')";
    return (not ? "NOT " : "") + dialect.matches(text, value.pattern());
  }
}

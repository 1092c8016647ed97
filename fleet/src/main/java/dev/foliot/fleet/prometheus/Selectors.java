package dev.foliot.fleet.prometheus;

import java.util.Locale;
import java.util.Set;

/** Puts label matchers into the series of a PromQL expression. Stateless. */
final class Selectors {
  private static final Set<String> BEFORE_LABELS =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");

  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "atan2", "bool", "offset", "inf", "nan", "start", "end");

  private Selectors() {}

  /**
   * The expression with matchers in each of its series.
   *
   * @param matchers such as {@code job="cart"}; empty changes nothing
   */
  static String into(String expression, String matchers) {
    if (matchers.isEmpty()) {
      return expression;
    }
    StringBuilder out = new StringBuilder();
    boolean labels = false;
    int i = 0;
    while (i < expression.length()) {
      char c = expression.charAt(i);
      if (c == '"' || c == '\'' || c == '`') {
        int end = endOfText(expression, i);
        out.append(expression, i, end);
        i = end;
      } else if (c == '[') {
        int end = expression.indexOf(']', i) + 1;
        end = end == 0 ? expression.length() : end;
        out.append(expression, i, end);
        i = end;
      } else if (c == '{') {
        i = braces(expression, i, matchers, out);
      } else if (isStart(c)) {
        int end = i;
        while (end < expression.length() && isPart(expression.charAt(end))) {
          end++;
        }
        String word = expression.substring(i, end);
        out.append(word);
        String lower = word.toLowerCase(Locale.ROOT);
        char next = next(expression, end);
        if (BEFORE_LABELS.contains(lower)) {
          labels = next == '(';
        } else if (!labels
            && next != '('
            && next != '{'
            && !WORDS.contains(lower)
            && !isAggregation(expression, end)) {
          out.append('{').append(matchers).append('}');
        }
        i = end;
      } else if (Character.isDigit(c) || c == '.') {
        while (i < expression.length()
            && (isPart(expression.charAt(i)) || expression.charAt(i) == '.')) {
          out.append(expression.charAt(i++));
        }
      } else {
        labels &= c != ')';
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  /** Whether {@code by (...)} follows, as in {@code sum by (pod) (x)}. */
  private static boolean isAggregation(String text, int from) {
    String rest = text.substring(from).stripLeading().toLowerCase(Locale.ROOT);
    return rest.matches("(?s)(by|without)\\s*\\(.*");
  }

  private static int braces(String text, int from, String matchers, StringBuilder out) {
    int i = from + 1;
    while (i < text.length() && text.charAt(i) != '}') {
      char c = text.charAt(i);
      i = c == '"' || c == '\'' || c == '`' ? endOfText(text, i) : i + 1;
    }
    String inner = text.substring(from + 1, Math.min(i, text.length())).strip();
    boolean comma = !inner.isEmpty() && !inner.endsWith(",");
    out.append('{').append(inner).append(comma ? "," : "").append(matchers).append('}');
    return Math.min(i + 1, text.length());
  }

  private static int endOfText(String text, int from) {
    char quote = text.charAt(from);
    int i = from + 1;
    while (i < text.length() && text.charAt(i) != quote) {
      i += text.charAt(i) == '\\' && quote != '`' ? 2 : 1;
    }
    return Math.min(i + 1, text.length());
  }

  private static char next(String text, int from) {
    int i = from;
    while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i < text.length() ? text.charAt(i) : ' ';
  }

  private static boolean isStart(char c) {
    return Character.isLetter(c) || c == '_' || c == ':';
  }

  private static boolean isPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == ':';
  }
}

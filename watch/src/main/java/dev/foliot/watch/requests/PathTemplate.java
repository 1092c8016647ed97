package dev.foliot.watch.requests;

import java.util.regex.Pattern;

/**
 * Paths without what differs from request to request, and without what may be personal: queries,
 * numbers, ids and long words. Stateless.
 */
final class PathTemplate {
  private static final int LONGEST = 200;
  private static final int MOST_PARTS = 12;
  private static final int LONG = 60;
  private static final String ID = "{id}";

  /** A number, a UUID, a hexadecimal or encoded word, or one with a digit that is long. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "[0-9]+([.,:_-][0-9]+)*|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
              + "|[0-9a-fA-F]{16,}|(?=.*[0-9])[A-Za-z0-9_=.-]{20,}|.*[@%+].*");

  private PathTemplate() {}

  /** The route of a request. */
  static String of(String method, String target) {
    String path = target;
    int scheme = path.indexOf("://");
    if (scheme > 0) {
      int slash = path.indexOf('/', scheme + 3);
      path = slash < 0 ? "/" : path.substring(slash);
    }
    int end = path.length();
    for (char c : new char[] {'?', '#', ';'}) {
      int at = path.indexOf(c);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    String[] parts = path.substring(0, end).split("/", -1);
    StringBuilder route = new StringBuilder(method).append(' ');
    for (int i = 0; i < parts.length; i++) {
      if (i > 0) {
        route.append('/');
      }
      if (i == MOST_PARTS) {
        route.append("...");
        break;
      }
      // a long one could also be too much for the pattern
      boolean isVariable = parts[i].length() >= LONG || VARIABLE.matcher(parts[i]).matches();
      route.append(isVariable ? ID : parts[i]);
    }
    return route.length() > LONGEST ? route.substring(0, LONGEST) : route.toString();
  }
}

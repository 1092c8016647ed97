package dev.foliot.watch.requests;

import dev.foliot.text.FoliotException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A format by the server's own pattern, in which a directive stands for a field: {@code %D} or
 * {@code $request_time}. Immutable.
 */
final class PatternFormat implements AccessFormat {
  private static final Pattern PERCENT =
      Pattern.compile("%(?:\\{(?<what>[^}]*)})?[<>]?(?<letter>[A-Za-z])|%%");

  /** Undertow's: what stands in braces is followed by no letter. */
  private static final Pattern BRACES =
      Pattern.compile("%(?:\\{(?<what>[^}]*)}|(?<letter>[A-Za-z]))|%%");

  private static final Pattern DOLLAR = Pattern.compile("\\$\\{?(?<name>[a-z_0-9]+)}?");

  /** Servers whose patterns have the same letters and other units. */
  enum Server {
    /** httpd: the time of the start. */
    APACHE("apache", Took.US, false),
    /** Tomcat from 10 on: the time of the end. */
    TOMCAT("tomcat", Took.US, true),
    /** Tomcat up to 9. */
    TOMCAT_9("tomcat9", Took.MS, true),
    /** Undertow, and WildFly: the time of the end. */
    UNDERTOW("undertow", Took.MS, true),
    /** Jetty: the time of the start. */
    JETTY("jetty", Took.US, false);

    private final String label;
    private final Took ofD;
    private final boolean isEnd;

    Server(String label, Took ofD, boolean isEnd) {
      this.label = label;
      this.ofD = ofD;
      this.isEnd = isEnd;
    }
  }

  /** What a group of the pattern is. */
  private enum Field {
    TIME,
    TOOK,
    REQUEST,
    METHOD,
    PATH,
    STATUS,
    TRACE,
    OTHER
  }

  private final String label;
  private final Pattern pattern;
  private final List<Field> fields;
  private final Took unit;
  private final boolean isEnd;

  private PatternFormat(
      String label, Pattern pattern, List<Field> fields, Took unit, boolean isEnd) {
    this.label = label;
    this.pattern = pattern;
    this.fields = List.copyOf(fields);
    this.unit = unit;
    this.isEnd = isEnd;
  }

  /** Builds the pattern of a line. */
  private static final class Builder {
    private final StringBuilder regex = new StringBuilder();
    private final List<Field> fields = new ArrayList<>();
    private Took unit = Took.MS;
    private boolean isEnd;
    private boolean isQuoted;

    void literal(String text) {
      for (int i = 0; i < text.length(); i++) {
        isQuoted ^= text.charAt(i) == '"';
      }
      if (!text.isEmpty()) {
        regex.append(Pattern.quote(text));
      }
    }

    /** In quotes a field may have blanks; a time has brackets of its own. */
    void field(Field field) {
      fields.add(field);
      regex.append(isQuoted ? "([^\"]*)" : field == Field.TIME ? "(.+?)" : "(\\S+)");
    }

    PatternFormat end(String label) {
      boolean hasPath = fields.contains(Field.REQUEST) || fields.contains(Field.PATH);
      if (!fields.contains(Field.TOOK)) {
        throw lacks(
            label,
            "the time that a request took",
            label.equals("nginx") ? "$request_time" : "%D",
            "");
      }
      if (!fields.contains(Field.TIME)) {
        throw lacks(
            label,
            "the moment of a request",
            label.equals("nginx") ? "$msec" : "%t",
            label.equals("nginx") ? ", which has milliseconds," : "");
      }
      if (!hasPath) {
        throw lacks(label, "the request", label.equals("nginx") ? "\"$request\"" : "\"%r\"", "");
      }
      return new PatternFormat(label, Pattern.compile(regex.toString()), fields, unit, isEnd);
    }

    private static FoliotException lacks(String server, String what, String how, String which) {
      return FoliotException.usage(
          "the format of the access log has not "
              + what
              + ": add "
              + how
              + which
              + " to it in the configuration of "
              + server
              + ", and here");
    }
  }

  /** By a pattern of httpd, and of servers that took it over. */
  static PatternFormat percent(String text, Server server) {
    Builder builder = new Builder();
    builder.unit = server.ofD;
    builder.isEnd = server.isEnd;
    String asked = alias(text, server);
    Matcher directive = (server == Server.UNDERTOW ? BRACES : PERCENT).matcher(asked);
    int at = 0;
    while (directive.find()) {
      builder.literal(asked.substring(at, directive.start()));
      at = directive.end();
      String letter = directive.group("letter");
      String what = directive.group("what");
      if (letter != null) {
        percent(builder, letter, what, server);
      } else if (what != null) {
        braces(builder, what);
      } else {
        builder.literal("%");
      }
    }
    builder.literal(asked.substring(at));
    return builder.end(server.label);
  }

  /** The names that servers have for usual patterns, with the time that a request took. */
  private static String alias(String text, Server server) {
    String common = "%h %l %u %t \"%r\" %s %b";
    String headers =
        server == Server.UNDERTOW
            ? " \"%{i,Referer}\" \"%{i,User-Agent}\""
            : " \"%{Referer}i\" \"%{User-Agent}i\"";
    return text.replaceFirst("^common\\b", Matcher.quoteReplacement(common))
        .replaceFirst("^combined\\b", Matcher.quoteReplacement(common + headers));
  }

  private static void braces(Builder builder, String what) {
    String[] parts = what.split(",", 2);
    boolean isHeader = parts.length == 2 && parts[0].equals("i");
    builder.field(
        parts[0].equals("time")
            ? Field.TIME
            : isHeader && isTrace(parts[1]) ? Field.TRACE : Field.OTHER);
  }

  private static void percent(
      Builder builder, String letter, @Nullable String what, Server server) {
    switch (letter) {
      case "t" -> {
        if (what != null && what.startsWith("begin")) {
          builder.isEnd = false;
        } else if (what != null && what.startsWith("end")) {
          builder.isEnd = true;
        }
        // without a form of its own it stands in brackets, and in Jetty always
        boolean isPlain =
            what == null || what.isEmpty() || what.equals("begin") || what.equals("end");
        if (isPlain || server == Server.JETTY) {
          builder.regex.append("\\[");
          builder.field(Field.TIME);
          builder.regex.append("\\]");
        } else {
          builder.field(Field.TIME);
        }
      }
      case "D" -> {
        builder.unit = server.ofD;
        builder.field(Field.TOOK);
      }
      case "T" -> {
        builder.unit = Took.of(what == null ? "s" : what).orElse(Took.S);
        builder.field(Field.TOOK);
      }
      case "r" -> builder.field(Field.REQUEST);
      case "m" -> builder.field(Field.METHOD);
      case "U" -> builder.field(Field.PATH);
      case "s" -> builder.field(Field.STATUS);
      case "i" -> builder.field(isTrace(what) ? Field.TRACE : Field.OTHER);
      default -> builder.field(Field.OTHER);
    }
  }

  private static boolean isTrace(@Nullable String header) {
    return header != null
        && (header.equalsIgnoreCase("traceparent")
            || header.equalsIgnoreCase("x-b3-traceid")
            || header.equalsIgnoreCase("x-request-id"));
  }

  /** By a log_format of nginx: the time is that of the end. */
  static PatternFormat nginx(String text) {
    Builder builder = new Builder();
    builder.unit = Took.S;
    builder.isEnd = true;
    Matcher variable = DOLLAR.matcher(text);
    int at = 0;
    boolean hasTime = false;
    boolean hasMillis = text.contains("$msec");
    while (variable.find()) {
      builder.literal(text.substring(at, variable.start()));
      at = variable.end();
      Field field =
          switch (variable.group("name")) {
            case "msec" -> Field.TIME;
            case "time_local", "time_iso8601" -> hasMillis || hasTime ? Field.OTHER : Field.TIME;
            case "request_time" -> Field.TOOK;
            case "request" -> Field.REQUEST;
            case "request_method" -> Field.METHOD;
            case "request_uri", "uri" -> Field.PATH;
            case "status" -> Field.STATUS;
            case "http_traceparent", "request_id", "http_x_request_id" -> Field.TRACE;
            default -> Field.OTHER;
          };
      hasTime |= field == Field.TIME;
      boolean isTimeOfTwo = variable.group("name").startsWith("time_") && field == Field.OTHER;
      if (isTimeOfTwo) {
        builder.fields.add(Field.OTHER);
        builder.regex.append("(.+?)");
      } else {
        builder.field(field);
      }
    }
    builder.literal(text.substring(at));
    return builder.end("nginx");
  }

  @Override
  public String label() {
    return label;
  }

  /** A line of the same length, in which what a backslash escapes is no quote. */
  private static String withoutEscapes(String line) {
    if (line.indexOf('\\') < 0) {
      return line;
    }
    char[] plain = line.toCharArray();
    for (int i = 0; i + 1 < plain.length; i++) {
      if (plain[i] == '\\') {
        plain[i++] = '_';
        plain[i] = '_';
      }
    }
    return new String(plain);
  }

  @Override
  public Optional<AccessRequest> parse(String line) {
    Matcher parts = pattern.matcher(withoutEscapes(line));
    if (!parts.matches()) {
      return Optional.empty();
    }
    Optional<Stamp> stamp = Optional.empty();
    Optional<Long> took = Optional.empty();
    long resolutionNs = 1;
    String method = "";
    String path = "";
    int status = 0;
    String trace = null;
    for (int i = 0; i < fields.size(); i++) {
      String value = line.substring(parts.start(i + 1), parts.end(i + 1));
      switch (fields.get(i)) {
        case TIME -> stamp = stamp.or(() -> Stamp.of(value, ZoneId.systemDefault()));
        case TOOK -> {
          took = unit.ns(value);
          resolutionNs = unit.resolutionNs(value);
        }
        case REQUEST -> {
          String[] words = value.split(" ", 3);
          method = words[0];
          path = words.length > 1 ? words[1] : "";
        }
        case METHOD -> method = value;
        case PATH -> path = value;
        case STATUS -> status = AccessRequest.status(value);
        case TRACE -> trace = value.equals("-") ? null : value;
        case OTHER -> {
          // not needed
        }
      }
    }
    if (stamp.isEmpty() || took.isEmpty() || path.isEmpty()) {
      return Optional.empty();
    }
    long atNs = stamp.get().epochNs();
    return Optional.of(
        new AccessRequest(
            isEnd ? atNs - took.get() : atNs,
            took.get(),
            resolutionNs,
            stamp.get().resolutionNs(),
            PathTemplate.of(method, path),
            status,
            trace));
  }
}

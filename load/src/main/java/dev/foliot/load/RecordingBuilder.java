package dev.foliot.load;

import dev.foliot.load.trace.RecordedRequest;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Makes a recording of the requests of a file. For one thread. */
final class RecordingBuilder implements Consumer<RecordedRequest> {
  private static final int MOST = 1_000_000;
  private static final int MOST_DIFFERENT = 100_000;
  private static final int FIRST = 1_024;
  private static final int UNPLAYABLE = -1;
  private static final int OTHER_HOST = -2;
  private static final int LEAST_STATUS = 100;
  private static final int MOST_STATUS = 999;
  private static final int OK = 2;
  private static final Pattern URL =
      Pattern.compile("https?://(\\[[0-9A-Fa-f:.]+]|[^/?#:@\\[]+)(?::[0-9]{1,5})?([/?#].*)?");

  /** The connection's own, of which the driver sends others. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "host",
          "content-length",
          "connection",
          "transfer-encoding",
          "expect",
          "upgrade",
          "keep-alive",
          "proxy-connection",
          "proxy-authorization",
          "te",
          "trailer",
          "http2-settings");

  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");

  private final Recording.Source source;
  private final String host;
  private final Map<RecordedRequest, Integer> known = new HashMap<>();
  private final List<RequestTemplate> requests = new ArrayList<>();
  private long[] atNs = new long[FIRST];
  private int[] requestOf = new int[FIRST];
  private int size;
  private int otherHosts;
  private int unplayable;

  RecordingBuilder(Recording.Source source, String host) {
    this.source = source;
    this.host = host.toLowerCase(Locale.ROOT);
  }

  @Override
  public void accept(RecordedRequest one) {
    RecordedRequest timeless =
        new RecordedRequest(0, one.method(), one.target(), one.headers(), one.body(), one.status());
    Integer number = known.get(timeless);
    if (number == null) {
      number = add(timeless);
      known.put(timeless, number);
    }
    switch (number) {
      case UNPLAYABLE -> unplayable++;
      case OTHER_HOST -> otherHosts++;
      default -> add(one.atNs(), number);
    }
    if (size + otherHosts + unplayable > MOST || requests.size() > MOST_DIFFERENT) {
      throw refusal(
          "has more than "
              + (requests.size() > MOST_DIFFERENT
                  ? MOST_DIFFERENT + " different requests"
                  : MOST + " requests")
              + ": give a part of it");
    }
  }

  private void add(long timeNs, int number) {
    if (size == atNs.length) {
      atNs = Arrays.copyOf(atNs, 2 * size);
      requestOf = Arrays.copyOf(requestOf, 2 * size);
    }
    atNs[size] = timeNs;
    requestOf[size] = number;
    size++;
  }

  private int add(RecordedRequest one) {
    String path = one.target();
    if (!path.startsWith("/")) {
      Matcher url = URL.matcher(path);
      if (!url.matches()) {
        return path.contains("://") ? OTHER_HOST : UNPLAYABLE;
      }
      String asked = url.group(1).replace("[", "").replace("]", "").toLowerCase(Locale.ROOT);
      if (!asked.equals(host)) {
        return OTHER_HOST;
      }
      path = url.group(2) == null ? "/" : url.group(2);
    }
    int fragment = path.indexOf('#');
    path = fragment < 0 ? path : path.substring(0, fragment);
    try {
      requests.add(
          new RequestTemplate(
              one.method(),
              plain(path.startsWith("/") ? path : "/" + path),
              headers(one),
              one.body() == null || WITHOUT_BODY.contains(one.method()) ? null : plain(one.body()),
              1,
              checks(one.status())));
      return requests.size() - 1;
    } catch (FoliotException e) {
      return UNPLAYABLE;
    }
  }

  /** With nothing that looks like a placeholder. */
  private static String plain(String text) {
    return text.replace("${", "$${");
  }

  private static Map<String, String> headers(RecordedRequest one) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (RecordedRequest.Header header : one.headers()) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (!name.startsWith(":") && !OF_CONNECTION.contains(name)) {
        String between = name.equals("cookie") ? "; " : ", ";
        headers.merge(name, plain(header.value()), (first, more) -> first + between + more);
      }
    }
    return headers;
  }

  private static List<Check> checks(int status) {
    return status < LEAST_STATUS || status > MOST_STATUS || status / 100 == OK
        ? List.of()
        : List.of(new Check.Status(200, 299), new Check.Status(status, status));
  }

  Recording recording() {
    if (size == 0) {
      throw refusal(
          otherHosts > 0
              ? "has no request to "
                  + Shown.text(host)
                  + ", and "
                  + otherHosts
                  + " to other hosts: give the URL of one of them"
              : "has no request that can be played: see whether it is the right file");
    }
    Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingLong(i -> atNs[i]));
    long[] timesNs = new long[size];
    int[] sorted = new int[size];
    for (int i = 0; i < size; i++) {
      timesNs[i] = Math.round((atNs[order[i]] - atNs[order[0]]) / source.speedUp());
      sorted[i] = requestOf[order[i]];
    }
    return new Recording(
        source, host, timesNs, sorted, requests, new Recording.LeftOut(otherHosts, unplayable));
  }

  private FoliotException refusal(String what) {
    return FoliotException.usage(Shown.text(source.file().toString()) + " " + what);
  }
}

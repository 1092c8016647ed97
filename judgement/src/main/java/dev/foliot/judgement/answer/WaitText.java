package dev.foliot.judgement.answer;

import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.load.RequestWaits.Silence;
import dev.foliot.store.load.RequestWaits.SlowParts;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the requests of one load waited for, in sentences. One thread. */
final class WaitText {
  private static final double MS_PER_S = 1e3;
  private static final double NS_PER_MS = 1e6;

  /** A smaller share of the requests is in no percentile that the answer names. */
  private static final double FEW_USERS = 0.01;

  /** Below this share a part is not worth a word. */
  private static final double SMALL = 0.1;

  /** Above this share the time outside the server is worth a sentence. */
  private static final double MUCH = 0.2;

  private static final int MOST_PARTS = 3;

  /** The parts that are the server's, or that nobody could shorten. */
  private static final List<String> INSIDE = List.of("send", "first byte", "body", SlowParts.OTHER);

  private static final Map<String, String> NAMES =
      Map.of(
          SlowParts.LATENESS,
          "the load generator's own lateness",
          SlowParts.WAIT,
          "the wait for a free connection",
          "connect",
          "connecting",
          "tls",
          "the TLS handshake",
          "send",
          "sending",
          "first byte",
          "the wait for the first byte",
          "body",
          "reading the body");

  private final FigureList figures;
  private final List<Silence> silences;
  private final long scheduled;
  private final long users;
  private final Map<String, Double> parts = new LinkedHashMap<>();

  WaitText(LoadTestResult result, int load, FigureList figures) {
    this.figures = figures;
    List<RequestsRecord> rounds = result.requestsOf(load);
    this.silences = rounds.stream().flatMap(one -> one.waits().silences().stream()).toList();
    this.scheduled =
        result.forksOf(load).stream().mapToLong(fork -> fork.messages().scheduled()).sum();
    Integer clients = result.run().loads().get(load).clients();
    this.users = clients == null ? scheduled : (long) clients * Math.max(1, rounds.size());
    rounds.stream()
        .map(one -> one.waits().slow())
        .filter(Objects::nonNull)
        .forEach(slow ->
            slow.meanNs()
                .forEach((part, ns) -> parts.merge(part, ns * slow.requests(), Double::sum)));
  }

  /** The longest time without answers, where enough users waited in it. */
  private Optional<Silence> longest() {
    return silences.stream()
        .max(Comparator.comparingDouble(Silence::lengthMs))
        .filter(longest -> longest.waited() >= FEW_USERS * users);
  }

  /** Whether a percentile lies within silences. */
  boolean isStalledAt(double percentile) {
    return longest().isPresent()
        && silences.stream().mapToLong(Silence::waited).sum() >= (1 - percentile / 100) * scheduled;
  }

  /** When the server answered nothing, and who waited; empty where that was nobody. */
  String silence() {
    return longest()
        .map(one ->
            "The server answered nothing "
                + (silences.size() == 1
                    ? ""
                    : Numbers.count(silences.size(), "time") + ", longest ")
                + "from "
                + figures.add(
                    "silent_from", one.startMs(), "ms", Numbers.fixed(one.startMs() / MS_PER_S, 1))
                + " to "
                + figures.add(
                    "silent_until", one.endMs(), "ms", Numbers.fixed(one.endMs() / MS_PER_S, 1))
                + " s; "
                + share((double) one.waited() / Math.max(1, users))
                + " waited up to "
                + figures.duration("silence", one.lengthMs() * NS_PER_MS)
                + ".")
        .orElse("");
  }

  private String share(double share) {
    String words =
        share > 0.95
            ? "all users"
            : Math.abs(share - 1.0 / 2) < 0.03
                ? "half of the users"
                : Math.abs(share - 1.0 / 3) < 0.02 ? "a third of the users" : "";
    double most = Math.min(1, share);
    return words.isEmpty()
        ? figures.share("waiting_share", most, share < 0.1 ? 1 : 0) + " of the users"
        : figures.add("waiting_share", most, "share", words);
  }

  /** A part's share of the time of the slowest requests. */
  private double ofPart(String part) {
    double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    return all <= 0 ? 0 : parts.getOrDefault(part, 0.0) / all;
  }

  private double outside() {
    return parts.isEmpty() ? 0 : 1 - INSIDE.stream().mapToDouble(this::ofPart).sum();
  }

  /** Whether the slowest requests lost most of their time to the load generator. */
  boolean isGenerator() {
    return ofPart(SlowParts.LATENESS) > MUCH
        && parts.keySet().stream().allMatch(part -> ofPart(part) <= ofPart(SlowParts.LATENESS));
  }

  /**
   * Where the time of the slowest requests went, where much of it was spent outside the server;
   * empty else.
   */
  String slowest() {
    if (outside() <= MUCH) {
      return "";
    }
    List<String> named = new ArrayList<>();
    parts.keySet().stream()
        .filter(part -> NAMES.containsKey(part) && ofPart(part) >= SMALL)
        .sorted(Comparator.comparingDouble(this::ofPart).reversed())
        .limit(MOST_PARTS)
        .forEach(part ->
            named.add(
                figures.share("share_" + part.replace(' ', '_'), ofPart(part), 0)
                    + " is "
                    + NAMES.get(part)));
    return named.isEmpty() ? "" : "Of the slowest requests' time " + Numbers.and(named) + ".";
  }
}

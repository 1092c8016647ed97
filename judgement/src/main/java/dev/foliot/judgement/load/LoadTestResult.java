package dev.foliot.judgement.load;

import dev.foliot.judgement.explain.Explanations;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.LimitsRecord;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.ServerFiles;
import dev.foliot.store.load.ServerRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a load test, as stored.
 *
 * @param run the run
 * @param forks a measured phase of a round each, in the order of their end
 * @param requests of each of these
 * @param servers the server that was watched, by the number of the fork; empty where none was
 * @param explanation why slow requests were slow; empty without a timeline
 * @param folder of the run
 * @param interrupted whether it was ended early
 * @param limits what had to hold, as {@link LoadAssertion#parse} reads it
 */
public record LoadTestResult(
    RunRecord run,
    List<ForkRecord> forks,
    List<RequestsRecord> requests,
    Map<Integer, WatchedServer> servers,
    Optional<ExplanationRecord> explanation,
    Path folder,
    boolean interrupted,
    List<String> limits) {
  /** Keeps copies. */
  public LoadTestResult {
    forks = List.copyOf(forks);
    requests = List.copyOf(requests);
    servers = Map.copyOf(servers);
    limits = List.copyOf(limits);
  }

  /**
   * Reads it.
   *
   * @throws dev.foliot.store.StoreException if a part cannot be read
   */
  public static LoadTestResult read(StoredRun stored, boolean interrupted) {
    List<ForkRecord> forks = stored.forks();
    List<RequestsRecord> requests = new ArrayList<>();
    Map<Integer, WatchedServer> servers = new LinkedHashMap<>();
    for (ForkRecord fork : forks) {
      int number = fork.place().fork();
      RequestFiles.read(stored, number).ifPresent(requests::add);
      ServerFiles.read(stored, number)
          .ifPresent(server ->
              servers.put(
                  number,
                  new WatchedServer(
                      server, TimelineFiles.read(stored, number).orElse(TimelineRecord.NONE))));
    }
    return new LoadTestResult(
        stored.run(),
        forks,
        requests,
        servers,
        Explanations.of(stored),
        stored.path(),
        interrupted,
        LimitsRecord.of(stored).limits());
  }

  /** What had to hold, beside what was measured: the missed limits first. */
  public List<LoadAssertion.Judged> judged() {
    return LoadAssertion.judge(
        limits.stream().flatMap(text -> LoadAssertion.parse(text).stream()).toList(), this);
  }

  /** The forks of a load. */
  public List<ForkRecord> forksOf(int load) {
    return forks.stream().filter(fork -> fork.loadIndex() == load).toList();
  }

  /** The servers that were watched under a load, one for each round. */
  public List<WatchedServer> serversOf(int load) {
    return forksOf(load).stream()
        .flatMap(fork -> Stream.ofNullable(servers.get(fork.place().fork())))
        .toList();
  }

  /** The end of a server during the load; empty if all lived. */
  public Optional<ServerRecord> endedServer() {
    return servers.values().stream()
        .map(WatchedServer::record)
        .filter(server -> server.end() != null)
        .findFirst();
  }

  /** The requests of a load, a record for each round. */
  public List<RequestsRecord> requestsOf(int load) {
    List<RequestsRecord> all = new ArrayList<>();
    for (int i = 0; i < Math.min(forks.size(), requests.size()); i++) {
      if (forks.get(i).loadIndex() == load) {
        all.add(requests.get(i));
      }
    }
    return all;
  }

  /** The failures of a load by kind, over all rounds. */
  public Map<String, Long> errorsOf(int load) {
    Map<String, Long> sums = new LinkedHashMap<>();
    requestsOf(load)
        .forEach(
            round -> round.errors().forEach((kind, count) -> sums.merge(kind, count, Long::sum)));
    return sums;
  }

  /** The share of the requests of a load that failed, from 0 to 1; 0 without any. */
  public double failedShare(int load) {
    long ended = requestsOf(load).stream().mapToLong(RequestsRecord::ended).sum();
    long failed = requestsOf(load).stream().mapToLong(RequestsRecord::failed).sum();
    return ended == 0 ? 0 : (double) failed / ended;
  }

  /** Whether the server listens on a loopback address. */
  public boolean isOnThisMachine() {
    return requests.stream()
        .anyMatch(one ->
            one.address().startsWith("127.")
                || one.address().startsWith("unix ")
                || one.address().startsWith("0:0:0:0:0:0:0:1 "));
  }
}

package dev.foliot.audit;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;

/** Why an audit of a load tool is limited. */
public sealed interface AuditReason extends Reason {

  /**
   * The audited server failed.
   *
   * @param failure what it threw
   */
  record AuditServerFailed(String failure) implements AuditReason {
    @Override
    public String text() {
      return "the server failed: " + failure;
    }
  }

  /** The user interrupted the audit. */
  record AuditInterrupted() implements AuditReason {
    @Override
    public String text() {
      return "interrupted";
    }
  }

  /** The tool sent nothing. */
  record NoRequestArrived() implements AuditReason {
    @Override
    public String text() {
      return "no request arrived: write {url} where the tool takes its address";
    }
  }

  /** The tool ended before the first answer. */
  record NoRequestAnswered() implements AuditReason {
    @Override
    public String text() {
      return "no request was answered: the tool gave up before the service time had passed";
    }
  }

  /**
   * The audited server answered too late.
   *
   * @param latenessP99Ns its lateness and the uncertainty of arrivals, in nanoseconds
   * @param servedP99Ns its serving time, in nanoseconds
   */
  record AuditServerLate(long latenessP99Ns, long servedP99Ns) implements AuditReason {
    @Override
    public String text() {
      return "the server itself was late: "
          + Numbers.duration(latenessP99Ns)
          + " at the 99th percentile, of "
          + Numbers.duration(servedP99Ns)
          + " that it took to serve";
    }

    @Override
    public String remedy() {
      return "load it less, or give it a longer --service";
    }
  }

  /**
   * The tool reported, and then failed: it missed a threshold, or does not trust its figures.
   *
   * @param exitCode its exit code, not 0
   */
  record ToolFailedAfterItsReport(int exitCode) implements AuditReason {
    @Override
    public String text() {
      return "the tool ended with exit code " + exitCode + " after its report";
    }
  }

  /**
   * The load ended before the first planned stall.
   *
   * @param loadNs length of the load, in nanoseconds
   * @param every time between stalls, as the user writes it
   */
  record NoStallInLoad(long loadNs, String every) implements AuditReason {
    @Override
    public String text() {
      return "no stall fell into the load of "
          + Numbers.duration(loadNs)
          + ": load it for several times "
          + every
          + ", or lower --every";
    }
  }

  /**
   * The machine or the JVM delayed the audited server.
   *
   * @param share share of the load, 0 to 1
   */
  record AuditServerHeldUp(double share) implements AuditReason {
    @Override
    public String text() {
      return "the machine held the server up for "
          + Numbers.percent(share, 1)
          + " of the load, unplanned";
    }
  }

  /**
   * Too few requests for high percentiles.
   *
   * @param requests their number
   */
  record FewRequests(long requests) implements AuditReason {
    @Override
    public String text() {
      return "only " + requests + " requests: the high percentiles are of a handful";
    }
  }

  /**
   * Requests beyond the room of the server's log.
   *
   * @param unlogged number of requests
   * @param room capacity of the log, in requests
   */
  record RequestsUnlogged(long unlogged, long room) implements AuditReason {
    @Override
    public String text() {
      return unlogged
          + " requests came after the log was full ("
          + room
          + "); the tool's report has them and users waited has not";
    }
  }

  /**
   * Requests that the audited server does not accept.
   *
   * @param refused their number
   */
  record RequestsRefused(long refused) implements AuditReason {
    @Override
    public String text() {
      return refused + " requests were no HTTP/1 that the server takes";
    }
  }

  /**
   * Clients beyond the audited server's limits.
   *
   * @param clients their number
   * @param mostConnections the limit of connections
   * @param mostUnanswered the limit of requests in flight on one connection
   */
  record ClientsCutOff(long clients, int mostConnections, int mostUnanswered)
      implements AuditReason {
    @Override
    public String text() {
      return clients
          + " clients were cut off: more than "
          + mostConnections
          + " connections, "
          + mostUnanswered
          + " requests in flight on one, or answers that were never read";
    }
  }
}

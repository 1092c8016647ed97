package dev.foliot.audit;

/**
 * A time range without answers from the audited server, as it happened.
 *
 * @param startNs from the start of the load, inclusive
 * @param lengthNs at least 1
 * @param planned whether it was planned; otherwise the machine or the JVM delayed the server
 */
public record AuditStall(long startNs, long lengthNs, boolean planned) {}

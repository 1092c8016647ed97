package dev.foliot.audit;

/**
 * A stretch of time in which the audited server answered nothing, as it lived it.
 *
 * @param startNs from the start of the load, inclusive
 * @param lengthNs at least 1
 * @param planned whether it was asked for; otherwise the machine or the JVM held the server up
 */
public record AuditStall(long startNs, long lengthNs, boolean planned) {}

package dev.foliot.load;

import java.util.HexFormat;

/**
 * The W3C trace context of a request: its header {@code traceparent} [1], as a pure function of the
 * request's draw. So the ids of a load follow from its seed and its run, and nothing is kept of
 * them.
 *
 * <p>[1] W3C, "Trace Context", 2021.
 */
public final class TraceParent {
  /** The header. */
  public static final String HEADER = "traceparent";

  private static final HexFormat HEX = HexFormat.of();
  private static final int HIGH = -2;
  private static final int LOW = -3;
  private static final int SPAN = -4;

  private TraceParent() {}

  /** The value of the header: version 00, trace id, parent id, sampled. */
  public static String of(Draw draw) {
    return "00-" + traceId(draw) + "-" + HEX.toHexDigits(draw.bitsOfRun(SPAN) | 1) + "-01";
  }

  /** The trace id, 32 digits; never all zeros, which would be none. */
  public static String traceId(Draw draw) {
    return HEX.toHexDigits(draw.bitsOfRun(HIGH)) + HEX.toHexDigits(draw.bitsOfRun(LOW) | 1);
  }
}

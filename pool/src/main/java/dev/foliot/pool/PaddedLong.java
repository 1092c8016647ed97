package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicLong;

/** A number alone on its cache line. */
final class PaddedLong extends AtomicLong {
  private static final long serialVersionUID = 1;

  // the superclass's field comes first; two lines, since the next one is prefetched with it
  transient long p0;
  transient long p1;
  transient long p2;
  transient long p3;
  transient long p4;
  transient long p5;
  transient long p6;
  transient long p7;
  transient long p8;
  transient long p9;
  transient long p10;
  transient long p11;
  transient long p12;
  transient long p13;
}

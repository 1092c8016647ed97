package dev.foliot.checks.specimens;

/** The places shared by several specimens. */
final class Sites {
  static final Site INSTANCEOF_PAIR =
      Site.of(InstanceofPair.class, InstanceofPair::new, "isRouted", "isCounted");
  static final Site INTERFACE_CALLS =
      Site.of(InterfaceCalls.class, InterfaceCalls::new, "route", "count");
  static final Site ROUTED_ONLY = Site.of(RoutedOnly.class, RoutedOnly::new, "isRouted");
  static final Site COUNTED_ONLY = Site.of(CountedOnly.class, CountedOnly::new, "isCounted");
  static final Site PRIMARY_CHECKS = Site.of(PrimaryChecks.class, PrimaryChecks::new, "isBase");
  static final Site FAILING_CHECKS = Site.of(FailingChecks.class, FailingChecks::new, "isAbsent");

  private Sites() {}
}

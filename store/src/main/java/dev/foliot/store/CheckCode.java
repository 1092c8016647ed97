package dev.foliot.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code that touches a shared line, and what it costs.
 *
 * @param sites where it is, the largest share first
 * @param costShare of the CPU samples, at the check that does it; null when not measured
 */
public record CheckCode(List<CodeSite> sites, @Nullable Double costShare) {
  /** Keeps a copy and checks that JSON can hold it. */
  public CheckCode {
    sites = List.copyOf(sites);
    Copies.finiteOrNull(costShare, "cost_share");
  }
}

package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * Code that touches a shared line.
 *
 * @param frames as {@code com.acme.Router.route(Router.java:41)}, the innermost first; inlined ones
 *     are frames of their own; stubs and the interpreter are named as such
 * @param share of the hits that were looked at, from 0 to 1
 */
public record CodeSite(List<String> frames, double share) {
  /** Keeps a copy. */
  public CodeSite {
    frames = List.copyOf(frames);
    Copies.finite(share, "share");
  }
}

package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * Code that accesses a shared line.
 *
 * @param frames such as {@code com.acme.Router.route(Router.java:41)}, innermost first. Inlined
 *     methods are separate frames; stubs and the interpreter have names
 * @param share share of the examined hits, from 0 to 1
 */
public record CodeSite(List<String> frames, double share) {
  /** Keeps a copy. */
  public CodeSite {
    frames = List.copyOf(frames);
    Copies.finite(share, "share");
  }
}

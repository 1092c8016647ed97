package dev.foliot.hotspot.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.DebugInfo.Scope;
import dev.foliot.hotspot.code.TypeChecks.Check;
import dev.foliot.hotspot.code.TypeChecks.Check.Kind;
import dev.foliot.hotspot.image.BadMemoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckSearchTest {
  private static final long LEFT = 0x1000;
  private static final long RIGHT = 0x2000;

  /** Methods: the compiled one, and its callees. */
  private static final long ROOT = 1;

  private static final long FIRST = 2;
  private static final long SECOND = 3;
  private static final long THIRD = 4;

  private final Map<Long, List<Check>> checks = new HashMap<>();
  private final List<List<Scope>> chains = new ArrayList<>();
  private boolean isAllAsked;

  private void check(long method, int bci, Kind kind, long type) {
    checks.computeIfAbsent(method, m -> new ArrayList<>()).add(new Check(bci, kind, type));
  }

  /** Method and index in turn, the innermost first. */
  private static List<Scope> chain(long... places) {
    List<Scope> chain = new ArrayList<>();
    for (int i = 0; i < places.length; i += 2) {
      chain.add(new Scope(places[i], (int) places[i + 1]));
    }
    return chain;
  }

  private List<List<Scope>> found(
      List<Scope> before, List<Scope> after, boolean mayBeConstant, Long... types)
      throws BadMemoryException {
    CheckSearch.Code code =
        new CheckSearch.Code() {
          @Override
          public List<Check> checks(long method) {
            return checks.getOrDefault(method, List.of());
          }

          @Override
          public Collection<List<Scope>> chains() {
            isAllAsked = true;
            return chains;
          }
        };
    return new CheckSearch(before, after, Set.of(types), code).candidates(mayBeConstant).chains();
  }

  private List<List<Scope>> found(List<Scope> before, List<Scope> after, Long... types)
      throws BadMemoryException {
    return found(before, after, true, types);
  }

  @Test
  void shouldFindTheCastForTheTypeThatWasWritten() throws BadMemoryException {
    check(ROOT, 10, Kind.CAST, LEFT);
    check(ROOT, 20, Kind.CAST, RIGHT);
    assertThat(found(chain(ROOT, 5), chain(ROOT, 25), LEFT)).containsExactly(chain(ROOT, 10));
    assertThat(found(chain(ROOT, 5), chain(ROOT, 25), RIGHT)).containsExactly(chain(ROOT, 20));
    assertThat(isAllAsked).isFalse();
  }

  @Test
  void shouldNameAllThatItMayBe() throws BadMemoryException {
    check(ROOT, 6, Kind.CAST, LEFT);
    check(ROOT, 11, Kind.CAST, LEFT);
    check(ROOT, 40, Kind.CAST, LEFT);
    assertThat(found(chain(ROOT, 6), chain(ROOT, 12), LEFT))
        .containsExactly(chain(ROOT, 6), chain(ROOT, 11));
  }

  /**
   * On a processor whose instructions do not show the value, and before any type was in the word.
   */
  @Test
  void shouldNameNoneWhereNothingIsKnownOfTheType() throws BadMemoryException {
    check(ROOT, 10, Kind.CAST, LEFT);
    check(ROOT, 15, Kind.CLASS, 0);
    assertThat(found(chain(ROOT, 5), chain(ROOT, 25))).isEmpty();
  }

  /** As in SmallRye: after a failed check execution continues behind the one that succeeds. */
  @Test
  void shouldTakeTheCheckThatIsKnownBehindTheWrite() throws BadMemoryException {
    check(ROOT, 6, Kind.CAST, LEFT);
    check(ROOT, 11, Kind.CAST, LEFT);
    check(ROOT, 11, Kind.RECEIVER, RIGHT);
    assertThat(found(chain(ROOT, 6), chain(ROOT, 11), LEFT)).containsExactly(chain(ROOT, 11));
    assertThat(found(chain(ROOT, 11), chain(ROOT, 6), LEFT)).containsExactly(chain(ROOT, 6));
    assertThat(found(chain(ROOT, 11), chain(ROOT, 11), LEFT)).containsExactly(chain(ROOT, 11));
  }

  /** Machine code and bytecodes are ordered differently. */
  @Test
  void shouldTakeTheWayFromTheLowerIndexToTheHigher() throws BadMemoryException {
    check(ROOT, 5, Kind.CAST, LEFT);
    check(ROOT, 30, Kind.CAST, LEFT);
    assertThat(found(chain(ROOT, 50), chain(ROOT, 20), LEFT)).containsExactly(chain(ROOT, 30));
  }

  /** As in Jackson: out of one inlined method, and into another one. */
  @Test
  void shouldFindWhatIsInlinedOnTheWay() throws BadMemoryException {
    check(FIRST, 3, Kind.CAST, LEFT);
    check(FIRST, 36, Kind.CAST, LEFT);
    check(SECOND, 2, Kind.CAST, LEFT);
    check(SECOND, 40, Kind.CAST, LEFT);
    List<Scope> before = chain(FIRST, 30, ROOT, 46);
    List<Scope> after = chain(SECOND, 35, ROOT, 101);
    assertThat(found(before, after, LEFT))
        .containsExactly(chain(FIRST, 36, ROOT, 46), chain(SECOND, 2, ROOT, 101));
    assertThat(found(after, before, LEFT))
        .as("backwards")
        .containsExactly(chain(FIRST, 36, ROOT, 46), chain(SECOND, 2, ROOT, 101));
  }

  @Test
  void shouldGoOnInTheCallersThatOneChainAloneHas() throws BadMemoryException {
    check(SECOND, 8, Kind.CAST, LEFT);
    check(SECOND, 2, Kind.CAST, LEFT);
    List<Scope> before = chain(FIRST, 9, SECOND, 4, ROOT, 10);
    assertThat(found(before, chain(THIRD, 0, ROOT, 20), LEFT))
        .containsExactly(chain(SECOND, 8, ROOT, 10));
  }

  @Test
  void shouldLeaveOutWhatIsBeforeAndBehindTheSharedCall() throws BadMemoryException {
    check(ROOT, 9, Kind.CAST, LEFT);
    check(ROOT, 11, Kind.CAST, LEFT);
    check(FIRST, 5, Kind.CAST, LEFT);
    List<Scope> before = chain(ROOT, 10);
    List<Scope> after = chain(FIRST, 7, ROOT, 10);
    assertThat(found(before, after, LEFT)).containsExactly(chain(FIRST, 5, ROOT, 10));
    assertThat(found(after, before, LEFT)).as("nothing behind it").hasSize(3);
  }

  @Test
  void shouldLookInAllOfBothChainsNext() throws BadMemoryException {
    check(ROOT, 90, Kind.CAST, LEFT);
    check(ROOT, 91, Kind.RECEIVER, LEFT);
    List<Scope> before = chain(ROOT, 10);
    List<Scope> after = chain(FIRST, 7, ROOT, 20);
    assertThat(found(before, after, LEFT)).containsExactly(chain(ROOT, 90));
    assertThat(isAllAsked).isFalse();
  }

  @Test
  void shouldLookInAllThatIsInlinedThen() throws BadMemoryException {
    check(THIRD, 1, Kind.CAST, LEFT);
    check(FIRST, 1, Kind.STORE, 0);
    chains.add(chain(THIRD, 30, SECOND, 2, ROOT, 40));
    chains.add(chain(THIRD, 31, SECOND, 2, ROOT, 40));
    assertThat(found(chain(ROOT, 10), chain(FIRST, 7, ROOT, 20), LEFT))
        .containsExactly(chain(THIRD, 1, SECOND, 2, ROOT, 40));
  }

  @Test
  void shouldTakeVariablesOnlyWhereTheTypeIsNoConstant() throws BadMemoryException {
    check(ROOT, 12, Kind.CAST, LEFT);
    check(ROOT, 14, Kind.CLASS, 0);
    check(ROOT, 15, Kind.STORE, 0);
    List<Scope> before = chain(ROOT, 10);
    List<Scope> after = chain(ROOT, 20);
    assertThat(found(before, after, false, LEFT)).containsExactly(chain(ROOT, 14));
    assertThat(found(before, after, true, LEFT)).containsExactly(chain(ROOT, 12));
    assertThat(found(before, after, true, RIGHT)).containsExactly(chain(ROOT, 14));
    assertThat(found(before, chain(ROOT, 13), false, LEFT))
        .as("elsewhere in the method")
        .containsExactly(chain(ROOT, 14));
  }

  /** As in {@code Routed.class.isAssignableFrom}: the class is a constant, but no operand. */
  @Test
  void shouldTakeCallsOfClassForConstantsAsWell() throws BadMemoryException {
    check(THIRD, 3, Kind.CLASS, 0);
    check(SECOND, 3, Kind.STORE, 0);
    chains.add(chain(THIRD, 1, ROOT, 40));
    chains.add(chain(SECOND, 1, ROOT, 41));
    assertThat(found(chain(ROOT, 10), chain(ROOT, 20), LEFT))
        .containsExactly(chain(THIRD, 3, ROOT, 40));
  }

  @Test
  void shouldTakeACallThroughTheInterfaceOnTheWayOnly() throws BadMemoryException {
    check(ROOT, 12, Kind.RECEIVER, LEFT);
    assertThat(found(chain(ROOT, 10), chain(ROOT, 20), LEFT)).containsExactly(chain(ROOT, 12));
    assertThat(found(chain(ROOT, 10), chain(ROOT, 20), RIGHT)).isEmpty();
    assertThat(found(chain(ROOT, 15), chain(ROOT, 20), LEFT)).isEmpty();
  }

  @Test
  void shouldDoWithOneChainOrNone() throws BadMemoryException {
    check(ROOT, 12, Kind.CAST, LEFT);
    check(ROOT, 22, Kind.CAST, LEFT);
    assertThat(found(List.of(), chain(ROOT, 20), LEFT)).containsExactly(chain(ROOT, 12));
    assertThat(found(chain(ROOT, 20), List.of(), LEFT)).containsExactly(chain(ROOT, 22));
    assertThat(found(List.of(), List.of(), LEFT)).isEmpty();
    assertThat(found(chain(ROOT, 10), chain(ROOT, 20))).isEmpty();
  }

  /** Two classes answer one call. */
  @Test
  void shouldGoFromOneCalleeToTheOtherOfTheSameCall() throws BadMemoryException {
    check(FIRST, 1, Kind.CAST, LEFT);
    check(FIRST, 9, Kind.CAST, LEFT);
    check(SECOND, 1, Kind.CAST, LEFT);
    check(SECOND, 9, Kind.CAST, LEFT);
    assertThat(found(chain(FIRST, 5, ROOT, 3), chain(SECOND, 5, ROOT, 3), LEFT))
        .containsExactly(chain(FIRST, 9, ROOT, 3), chain(SECOND, 1, ROOT, 3));
  }
}

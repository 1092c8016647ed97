package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTimeWordsTest {
  private static ThreadTime of(Doing doing, int threads, int still) {
    return new ThreadTime(
        5,
        30,
        List.of(
            new ThreadTime.Group(
                "http-exec-*",
                threads,
                Map.of(doing, 1.0),
                List.of(
                    new ThreadTime.Place(
                        doing, 1, "acme.Orders.find:3", "java.net.Socket.read", still)))));
  }

  @Test
  void shouldNameThreadsThatStayedInAWait() {
    assertThat(ThreadTimeWords.still(of(Doing.RESULT, 10, 2)).orElseThrow())
        .startsWith("2 threads of http-exec-* did not move: ")
        .contains("acme.Orders.find:3");
    assertThat(ThreadTimeWords.still(of(Doing.RESULT, 10, 1))).isEmpty();
    assertThat(ThreadTimeWords.still(of(Doing.SLEEPING, 10, 10))).isEmpty();
  }

  /** Some threads may read from connections on which nothing comes; a whole group hangs. */
  @Test
  void shouldNameThreadsAtASocketIfNoneOfTheirGroupMoved() {
    assertThat(ThreadTimeWords.still(of(Doing.SOCKET, 10, 10))).isPresent();
    assertThat(ThreadTimeWords.still(of(Doing.SOCKET, 10, 5))).isEmpty();
  }
}

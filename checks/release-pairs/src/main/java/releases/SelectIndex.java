package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector by position among its siblings. */
public final class SelectIndex extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(300));
  }

  @Override
  Object work() {
    return page.select("#main > div:eq(250)");
  }
}

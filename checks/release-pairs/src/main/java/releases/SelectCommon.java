package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Usual selectors. */
public final class SelectCommon extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.select("div.article > p").size()
        + page.select("a[href]").size()
        + page.select("h2").size()
        + page.select("#a7").size();
  }
}

package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A page, written as HTML. */
public final class Html extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.body().html();
  }
}

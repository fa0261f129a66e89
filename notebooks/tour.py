# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A tour
#
# One object a game, one method a question. `help(game.discard)` tells what a question takes.

# %%
# %matplotlib inline
from analyzer import games

game = games.load("smugglers-hold", rules={"outer_rim_points": 6})
game

# %% [markdown]
# An answer shows itself as a table, and is a document underneath: JSON for programs, a pandas frame for notebooks.

# %%
answer = game.discard("+5C -5F 0 10S -3C 2F", dealer=True, samples=2000)
answer

# %%
answer.to_frame()[["action", "value", "low", "high", "gap", "tied_for_best"]].head()

# %%
print(answer.to_json()[:400])

# %% [markdown]
# Exact where it can be counted:

# %%
game.odds("path")

# %% [markdown]
# Sampled otherwise, always with an interval, and the same bytes for the same seed:

# %%
one, other = (game.simulate("greedy", hands=2000, seed=7) for _ in range(2))
print("the same rows:", one.document["rows"] == other.document["rows"])

# %% [markdown]
# A wrong card is a `ValueError` that says what is wrong:

# %%
try:
    game.discard("+5C -5F 0 10S -3C 2X", dealer=True)
except ValueError as error:
    print(error)

# %% [markdown]
# Charts are matplotlib figures; one answer may have several kinds.

# %%
answer.plot(kind="keeping").figure
